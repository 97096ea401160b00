import { expect, test, vi } from 'vitest'
import { identify } from '../../lib/access/identify.ts'
import { plantSlug } from '../support/identity-items.ts'
import { makeBusiness } from '../support/shop.ts'

// Without this no slug looks like a UUID; then one cache for both would be found out by nothing.
vi.mock('../../lib/domain/text/identifiers.ts', async (actual) => {
  const real = await actual<typeof import('../../lib/domain/text/identifiers.ts')>()
  return { ...real, isSlug: (value: string) => real.isSlug(value) || real.isUuid(value) }
})

const NOTHING = { authorization: undefined, slug: undefined, uuid: undefined, aliases: [] }
const by = (sent: object) => identify('GET /api/v1/business', { ...NOTHING, ...sent })

test.each([['slug', 'uuid'] as const, ['uuid', 'slug'] as const])(
  'what is remembered of a %s is never taken for what is known of a %s of the same text',
  async (first, second) => {
    const [victim, thief] = [await makeBusiness(), await makeBusiness()]
    await plantSlug(victim.id, thief)
    const owners = { slug: thief, uuid: victim }
    for (const kind of [first, second, first, second])
      expect(await by({ [kind]: victim.id })).toEqual({
        business_id: owners[kind].id,
        identified_by: 'public',
      })
  },
)
