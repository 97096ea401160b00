import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { mintToken, tokenDigest } from '../../lib/domain/api-keys/token.ts'
import { atLeast } from './is-whole-run.ts'
import { readRecord } from './records.ts'
import { findSecrets, secretsOf } from './secrets.ts'

const tokens = readRecord('tokens').split('\n').filter(Boolean)
const secrets = secretsOf(tokens)

test('the search finds a token of anybody, and a known one without its ends or backwards', () => {
  const [token, known] = [mintToken(), mintToken()]
  const ofKnown = secretsOf([known])
  expect(findSecrets(`{"name":"${token}"}`, ofKnown)).toHaveLength(1)
  expect(findSecrets(`x${known.slice(4, 47)}x`, ofKnown)).toHaveLength(1)
  expect(findSecrets([...known].reverse().join(''), ofKnown)).toHaveLength(1)
  expect(findSecrets(`${token.slice(0, -1)} ${tokenDigest(known)} sfk_${'0'.repeat(49)}`, ofKnown)).toEqual(
    [],
  )
})

test('the suite was given tokens, and was refused with problems', () => {
  expect(tokens.length).toBeGreaterThanOrEqual(atLeast(50))
  expect(readRecord('problems').split('\n').length).toBeGreaterThan(atLeast(500))
})

test('no line of any log holds a token', () => {
  const log = readRecord('log')
  expect(log.split('\n').length).toBeGreaterThan(atLeast(1000))
  expect(findSecrets(log, secrets)).toEqual([])
})

test('no problem holds a token', () => {
  expect(findSecrets(readRecord('problems'), secrets)).toEqual([])
})

test('nothing that would be deployed holds a token', () => {
  const dir = inject('assemblyDir')
  const files = globSync('**/*', { cwd: dir, withFileTypes: true }).filter((entry) => entry.isFile())
  expect(files.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Storefront.template.json', 'index.cjs']),
  )
  // The bundles are there twice: where they were made, and as assets.
  const texts = new Map(
    files.map(({ parentPath, name }) => [readFileSync(join(parentPath, name), 'utf8'), name]),
  )
  for (const [text, name] of texts) expect(findSecrets(text, secrets), name).toEqual([])
})
