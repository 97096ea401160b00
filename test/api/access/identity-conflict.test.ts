import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Lines, outcomeOf, send } from '../../support/send.ts'
import { makeBusiness, makeToken } from '../../support/shop.ts'

const shop = await makeBusiness()
const other = await makeBusiness()
const shopKey = await makeToken(shop)
const otherKey = await makeToken(other)

/** The values of an identification; `nowhere` has the right form, `nonsense` a wrong one. */
const SAYINGS = ['nothing', 'shop', 'other', 'nowhere', 'nonsense'] as const
type Saying = (typeof SAYINGS)[number]

const SLUGS = { shop: shop.slug, other: other.slug, nowhere: 'nowhere-at-all', nonsense: 'NON_SENSE' }
const UUIDS = { shop: shop.id, other: other.id, nowhere: randomUUID(), nonsense: 'non-sense' }
const KEYS = { nothing: undefined, shop: shopKey, other: otherKey }
type KeyOf = keyof typeof KEYS

interface Combination {
  slug: Saying
  uuid: Saying
  alias: Saying
  key: KeyOf
}

/** Every combination: 5 sayings in 3 places, and 3 keys. */
const COMBINATIONS: Combination[] = SAYINGS.flatMap((slug) =>
  SAYINGS.flatMap((uuid) =>
    SAYINGS.flatMap((alias) => Object.keys(KEYS).map((key) => ({ slug, uuid, alias, key: key as KeyOf }))),
  ),
)

/** The contract in four lines: what is not known stands for no business, and all must stand for the same. */
function expected({ slug, uuid, alias, key }: Combination): string {
  const named = [slug, uuid, alias, key].filter((saying) => saying !== 'nothing')
  const stoodFor = new Set(named.map((saying) => (saying === 'nonsense' ? 'nowhere' : saying)))
  if (stoodFor.size === 0) return '401 identification_required'
  if (stoodFor.size > 1) return '400 identity_conflict'
  return stoodFor.has('nowhere') ? '404 business_not_found' : `200 ${[...stoodFor]}`
}

function requestOf(
  { slug, uuid, alias, key }: Combination,
  aliases: Record<string, string>,
): [string, Lines] {
  const headers: Lines = {}
  if (slug !== 'nothing') headers['x-public-business-slug'] = SLUGS[slug]
  if (uuid !== 'nothing') headers['x-public-business-uuid'] = UUIDS[uuid]
  if (key !== 'nothing') headers.authorization = `Bearer ${KEYS[key]}`
  return [alias === 'nothing' ? '/business' : `/business?business=${aliases[alias]}`, headers]
}

async function actual(combination: Combination, aliases: Record<string, string>): Promise<string> {
  const answer = await send(...requestOf(combination, aliases))
  if (answer.status !== 200) return outcomeOf(answer)
  const { id } = JSON.parse(answer.body.toString())
  return `200 ${id === shop.id ? 'shop' : id === other.id ? 'other' : id}`
}

/** Without an alias it does not matter what one is. */
const WITH_ALIAS = COMBINATIONS.filter(({ alias, key }) => alias !== 'nothing' && key === 'nothing')

test.each<[string, Record<string, string>, Combination[], number]>([
  ['a slug', SLUGS, COMBINATIONS, 375],
  ['a UUID', UUIDS, WITH_ALIAS, 100],
])(
  'combinations of identifications agree or are refused, the alias being %s',
  async (_, aliases, all, count) => {
    const answers = await Promise.all(
      all.map(async (combination) => ({ combination, answer: await actual(combination, aliases) })),
    )
    expect(answers).toHaveLength(count)
    expect(answers).toEqual(all.map((combination) => ({ combination, answer: expected(combination) })))
  },
)

test('an empty or repeated identification is refused before a conflict is looked for', async () => {
  for (const [query, headers] of [
    ['', { 'x-public-business-slug': '', 'x-public-business-uuid': shop.id }],
    ['', { 'x-public-business-slug': [shop.slug, other.slug], 'x-public-business-uuid': shop.id }],
    ['?business=', { 'x-public-business-slug': shop.slug }],
    [`?business=${shop.slug}&business=${other.slug}`, { 'x-public-business-slug': shop.slug }],
    ['?business=', { authorization: `Bearer ${shopKey}` }],
    ['', { 'x-public-business-uuid': ['', shop.id], authorization: `Bearer ${shopKey}` }],
  ] satisfies [string, Lines][])
    expect(outcomeOf(await send(`/business${query}`, headers))).toBe('400 invalid_identity')
})
