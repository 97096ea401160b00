import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { newSecret, readSecret, signatureOf } from '../../clients/typescript/src/command/signature.ts'

test('a signature is that of Standard Webhooks, for secrets of every length', () => {
  for (let bytes = 24; bytes <= 64; bytes++) {
    const secret = readSecret(`whsec_${randomBytes(bytes).toString('base64')}`)
    const [id, seconds, body] = ['evt_1', 1_795_000_000, '{"name":"玉露"}']
    const signature = new Webhook(secret).sign(id, new Date(seconds * 1_000), body)
    expect(signatureOf(secret, { id, seconds, body })).toBe(signature)
  }
})

test('a new secret has 32 bytes, and is another each time', () => {
  const secrets = Array.from({ length: 20 }, newSecret)
  expect(new Set(secrets).size).toBe(20)
  for (const secret of secrets) expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32)
})

test.each([
  '',
  'whsec_',
  `whsec_${Buffer.alloc(23).toString('base64')}`,
  `whsec_${Buffer.alloc(65).toString('base64')}`,
  Buffer.alloc(32).toString('base64'),
  `whsec_${'-'.repeat(44)}`,
])('%j is refused as a secret', (secret) => {
  expect(() => readSecret(secret)).toThrow('--secret must be whsec_ and 24 to 64 bytes as base64')
})
