import { afterEach, expect, test } from 'vitest'
import { allowsLoopback, ENVIRONMENT, queueUrl } from '../lib/environment.ts'

afterEach(() => {
  delete process.env[ENVIRONMENT.queueUrls.wake]
  delete process.env[ENVIRONMENT.loopbackTargets]
})

test('the queue is the one that the environment names, and there must be one', () => {
  expect(() => queueUrl('wake')).toThrow('STOREFRONT_QUEUE_URL is not set')
  process.env[ENVIRONMENT.queueUrls.wake] = 'https://sqs.eu-central-1.amazonaws.com/1/wake'
  expect(queueUrl('wake')).toBe('https://sqs.eu-central-1.amazonaws.com/1/wake')
})

test('webhooks are sent to this machine only if the environment says exactly that', () => {
  for (const value of ['', 'true', '1', 'Allowed']) {
    process.env[ENVIRONMENT.loopbackTargets] = value
    expect(allowsLoopback()).toBe(false)
  }
  delete process.env[ENVIRONMENT.loopbackTargets]
  expect(allowsLoopback()).toBe(false)
  process.env[ENVIRONMENT.loopbackTargets] = 'allowed'
  expect(allowsLoopback()).toBe(true)
})
