import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { OTHER_SECRET, type Receiver, receive, SECRET, status, WEBHOOK } from './receiver.ts'

let receiver: Receiver
beforeEach(async () => {
  receiver = await receive()
  receiver.plan(status(204))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await receiver.close()
})

interface Arrived {
  body: string
  headers: Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>
}

/** The request as a receiver gets it. */
async function arrived(secrets: readonly string[]): Promise<Arrived> {
  await receiver.send({}, { secrets })
  const text = Buffer.from(receiver.requests[0]?.text ?? '', 'latin1').toString()
  const headerOf = (name: string) => new RegExp(`^${name}: (.*)\r$`, 'm').exec(text)?.[1] ?? ''
  return {
    body: text.slice(text.indexOf('\r\n\r\n') + 4),
    headers: {
      'webhook-id': headerOf('webhook-id'),
      'webhook-timestamp': headerOf('webhook-timestamp'),
      'webhook-signature': headerOf('webhook-signature'),
    },
  }
}

/** The verification of a receiver, some time after the try. */
function verify({ body, headers }: Arrived, secret = SECRET, secondsLater = 0): unknown {
  vi.spyOn(Date, 'now').mockReturnValue(WEBHOOK.at.getTime() + secondsLater * 1000)
  return new Webhook(secret).verify(body, headers)
}

test('a receiver verifies the signature with the library of Standard Webhooks', async () => {
  expect(verify(await arrived([SECRET]))).toEqual(JSON.parse(WEBHOOK.body))
})

test('each of two secrets verifies, and no third', async () => {
  const webhook = await arrived([SECRET, OTHER_SECRET])
  expect(webhook.headers['webhook-signature'].split(' ').length).toBe(2)
  for (const secret of [SECRET, OTHER_SECRET])
    expect(verify(webhook, secret)).toEqual(JSON.parse(WEBHOOK.body))
  const third = `whsec_${Buffer.alloc(32, 9).toString('base64')}`
  expect(() => verify(webhook, third)).toThrow('No matching signature found')
  expect(() => verify({ ...webhook }, OTHER_SECRET.replace('CAg', 'CAh'))).toThrow(
    'No matching signature found',
  )
})

test('a receiver refuses a webhook that is more than 5 minutes away', async () => {
  const webhook = await arrived([SECRET])
  for (const seconds of [-299, 299]) expect(() => verify(webhook, SECRET, seconds)).not.toThrow()
  expect(() => verify(webhook, SECRET, 301)).toThrow('Message timestamp too old')
  expect(() => verify(webhook, SECRET, -302)).toThrow('Message timestamp too new')
})

/** A text with another character at a place. */
const changedAt = (text: string, at: number) =>
  text.slice(0, at) + (text[at] === '1' ? '2' : '1') + text.slice(at + 1)

test('a change of any byte is found', async () => {
  const webhook = await arrived([SECRET])
  const { body, headers } = webhook
  const refuses = (changed: Arrived) => expect(() => verify(changed), JSON.stringify(changed)).toThrow()
  for (let at = 0; at < body.length; at++) refuses({ body: changedAt(body, at), headers })
  for (const name of ['webhook-id', 'webhook-timestamp'] as const)
    for (let at = 0; at < headers[name].length; at++)
      refuses({ body, headers: { ...headers, [name]: changedAt(headers[name], at) } })
  const { 'webhook-signature': signature } = headers
  // Of the last character only four of six bits count, and behind it is the padding.
  for (let at = 0; at < signature.length - 1; at++)
    refuses({ body, headers: { ...headers, 'webhook-signature': changedAt(signature, at) } })
  expect(verify(webhook)).toEqual(JSON.parse(WEBHOOK.body))
})

test('a body of a lone surrogate is signed as it is sent', async () => {
  await receiver.send({}, { body: '{"name":"\\ud800 \ud800"}' })
  const sent = Buffer.from(receiver.requests[0]?.text.split('\r\n\r\n')[1] ?? '', 'latin1').toString()
  const signature = /^webhook-signature: (.*)\r$/m.exec(receiver.requests[0]?.text ?? '')?.[1]
  expect(new Webhook(SECRET).sign(WEBHOOK.id, WEBHOOK.at, sent)).toBe(signature)
})
