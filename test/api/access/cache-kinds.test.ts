import { expect, test, vi } from 'vitest'
import { identify } from '../../../lib/api/access/identify.ts'
import { plantSlug } from '../../support/identity-items.ts'
import { makeBusiness } from '../../support/shop.ts'

// Without this no slug looks like a UUID, and nothing could be remembered of both.
vi.mock('../../../lib/domain/text/identifiers.ts', async (actual) => {
  const real = await actual<typeof import('../../../lib/domain/text/identifiers.ts')>()
  return { ...real, isSlug: (value: string) => real.isSlug(value) || real.isUuid(value) }
})

const NOTHING = { authorization: undefined, slug: undefined, uuid: undefined, aliases: [] }
const by = (sent: object) => identify('GET /api/v1/business', { ...NOTHING, ...sent })

test.each([['slug', 'uuid'] as const, ['uuid', 'slug'] as const])(
  'what is remembered of a %s is never taken for what is known of a %s of the same text',
  async (first, second) => {
    const [victim, thief] = [await makeBusiness(), await makeBusiness()]
    await plantSlug(victim.id, thief)
    const verdicts = {
      slug: { business_id: thief.id, identified_by: 'public' },
      uuid: { denial: 'business_not_found' },
    }
    for (const kind of [first, second, first, second])
      expect(await by({ [kind]: victim.id })).toEqual(verdicts[kind])
  },
)
