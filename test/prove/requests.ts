import { describeApi, describeStrictly } from '../../lib/docs/description/describe.ts'
import { requestJudge } from '../docs/description/generated/judge.ts'
import { knownIn } from '../docs/description/generated/known.ts'
import { type Trial, tryRequests } from '../docs/description/generated/trial.ts'
import { makeMerchant } from './merchant.ts'
import { hold, type Run } from './run.ts'

/** This many requests are under way at once. */
const LANES = 4
/** After this many another pair of businesses: what there was to be named has been changed or deleted by then. */
const REQUESTS_PER_SHOP = 500

/**
 * Sends requests made from the description, half of them broken, and holds every answer against it. Each lane has a
 * pair of businesses and a seed of its own, which a run by that seed begins with. Counts requests.
 */
export async function proveRequests({ baseUrl }: { baseUrl: string }, run: Run): Promise<void> {
  const description = describeApi()
  const judge = requestJudge(describeStrictly())
  let seed = run.seed
  const lane = async () => {
    while (run.goesOn()) {
      const known = await knownIn(baseUrl, await makeMerchant(baseUrl, []), await makeMerchant(baseUrl, []))
      const note: Trial['note'] = ({ mutations }, { status }) => {
        run.advance()
        run.count(`${mutations.length === 0 ? 'as described' : 'broken'} ${Math.trunc(status / 100)}xx`)
      }
      const count = Math.ceil(run.left(REQUESTS_PER_SHOP * LANES) / LANES)
      const wrong = await tryRequests({ baseUrl, description, known, judge, note }, { count, seed: seed++ })
      hold(wrong === undefined, () => String(wrong))
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}
