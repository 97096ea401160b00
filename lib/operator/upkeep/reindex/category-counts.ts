/** Counts of categories that are not what they count: such a category could stay undeletable for ever. */
import { COUNT_MOVES } from '../../../data/category-counts.ts'
import { commit, Refusal, type Step } from '../../../data/table/commit.ts'
import { type Condition, updateOf } from '../../../data/table/expressions.ts'
import * as keys from '../../../data/table/keys.ts'
import { nameOf, pagesOf, readItems, type StoredItem } from '../../../data/table/patient-reads.ts'
import { countFindings, countKeys, dueIn, newTally, type Tally, tallyPage } from '../verify/counts.ts'

/** A category that is written to all the while keeps its counts as they are: `verify` names it, and reindex can be run again. */
const TRIES = 5

/**
 * Corrects the counts of a business's categories that a walk through it has found wrong, each category in one transaction, on condition that none of its eight counts
 * has moved since it was read, which was before the products were counted; else counts again. Returns how many counts were
 * written.
 */
export async function mendCounts(
  businessId: string,
  found: Tally,
  signal: AbortSignal | undefined,
): Promise<number> {
  let written = 0
  let before = found
  for (let tries = 0; tries < TRIES; tries++) {
    const wrong = categoriesIn(businessId, before)
    if (wrong.length === 0) return written
    const said = await readItems(wrong.flatMap((category) => countKeys(businessId, category)))
    const now = await countAll(businessId, signal)
    for (const category of wrong) {
      signal?.throwIfAborted()
      const steps = countKeys(businessId, category).flatMap((key) => stepFor(key, said, before, now))
      written += await carriedOut(steps)
    }
    before = now
  }
  return written
}

/** The categories with a wrong count. */
const categoriesIn = (businessId: string, tally: Tally): string[] => {
  const findings = countFindings(businessId, tally).filter(({ code }) => code === 'count_wrong')
  const wrong = new Set(findings.map(({ sk }) => sk))
  return [...tally.categories.keys()].filter((category) =>
    countKeys(businessId, category).some(({ sk }) => wrong.has(sk)),
  )
}

async function countAll(businessId: string, signal: AbortSignal | undefined): Promise<Tally> {
  const tally = newTally()
  for await (const page of pagesOf({ ...keys.businessKey(businessId), sk: '' }, signal))
    await tallyPage(tally, businessId, page)
  return tally
}

/**
 * The step that corrects a count, or else checks that it stays as it was read. Of a write in progress, a reader can see
 * the count before the product: a count is corrected to what two walks say alike.
 */
function stepFor(
  { pk, sk }: keys.Key,
  said: ReadonlyMap<string, StoredItem>,
  before: Tally,
  now: Tally,
): Step[] {
  const item = said.get(nameOf({ pk, sk }))
  if (!item) return []
  const [due, earlier] = [dueIn(now, sk), dueIn(before, sk)]
  const differing = NUMBERS.filter((name) => due[name] === earlier[name] && (item[name] ?? 0) !== due[name])
  const condition = asRead(item)
  const set = Object.fromEntries(differing.map((name) => [name, due[name]]))
  const write =
    differing.length > 0
      ? { Update: { Key: { pk, sk }, ...updateOf({ set, if: condition }) } }
      : { ConditionCheck: { Key: { pk, sk }, ...condition } }
  return [{ write, refusal: 'version_changed' }]
}

const NUMBERS = ['n', 'v', 'c', 'p'] as const

/** The condition that a count has the numbers that were read, and that nobody has changed them and changed them back. */
function asRead(item: StoredItem): Condition {
  const members = [...NUMBERS, COUNT_MOVES]
  const has = members.filter((name) => item[name] !== undefined)
  return {
    ConditionExpression: [
      'attribute_exists(pk)',
      ...members.map((name) =>
        has.includes(name) ? `#${name} = :was_${name}` : `attribute_not_exists(#${name})`,
      ),
    ].join(' AND '),
    ExpressionAttributeNames: Object.fromEntries(members.map((name) => [`#${name}`, name])),
    ...(has.length > 0 && {
      ExpressionAttributeValues: Object.fromEntries(has.map((name) => [`:was_${name}`, item[name]])),
    }),
  }
}

/** Writes the steps, if one of them changes something, and returns how many do; none if a count has moved. */
async function carriedOut(steps: readonly Step[]): Promise<number> {
  const changes = steps.filter(({ write }) => write.Update)
  if (changes.length === 0) return 0
  try {
    await commit(steps)
    return changes.length
  } catch (error) {
    if (!(error instanceof Refusal && error.reason === 'version_changed')) throw error
    return 0
  }
}
