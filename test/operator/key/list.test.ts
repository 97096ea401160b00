import { expect, test } from 'vitest'
import { issueApiKey } from '../../../lib/data/api-keys/api-key-issue.ts'
import { makeBusiness } from '../../support/shop.ts'
import { operate } from '../operate.ts'

test('key list has a line of headings and a line for each key', async () => {
  const business = await makeBusiness()
  const list = () => operate('key', 'list', '--business', business.slug)
  expect(await list()).toEqual({
    code: 0,
    stdout: `${business.slug} has no API keys; create one with key issue`,
    notes: [],
  })
  const settings = { name: 'Sync\u202e', scopes: ['products:write' as const], expires_at: null }
  const { apiKey } = await issueApiKey(business.id, settings)
  await operate('key', 'issue', '--business', business.slug, '--name', 'first')
  const { stdout } = await list()
  const [head, ...lines] = stdout.split('\n')
  expect(head).toBe('ID                                    KEY            STATE  LAST_USED_AT  NAME (SCOPES)')
  expect(lines).toHaveLength(2)
  expect(lines).toContain(
    `${apiKey.id}  ${apiKey.prefix}…${apiKey.last4}  live   never used    Sync� (products:write)`,
  )
  expect(lines.join('\n')).toContain('first (all scopes)')
})
