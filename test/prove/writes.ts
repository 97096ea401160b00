import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type Answer, type Merchant, makeMerchant } from './merchant.ts'
import { recordedEvents } from './recorded-events.ts'
import { hold, type Run } from './run.ts'

const RACERS = 20
const STORM = 100
const DELETIONS_PER_ROUND = 5

/** Lets writers race for one product, one key and one category, round after round. */
export async function proveWrites({ baseUrl }: { baseUrl: string }, run: Run): Promise<void> {
  while (run.goesOn()) {
    const merchant = await makeMerchant(baseUrl, ['tea'])
    const made = await storm(merchant, run)
    await raceForVersion(merchant, made, run)
    await raceForFields(merchant, made, run)
    await raceForCategories(merchant, run)
    await checkEvents(merchant)
  }
}

const times = <T>(count: number, act: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => act(n)))

const shown = ({ status, body }: Answer) => `${status} ${JSON.stringify(body)}`

/** Many identical creations under one key: one product, one answer. */
async function storm({ call, business }: Merchant, run: Run): Promise<string> {
  const body = { name: 'Storm', price: run.below(1000), category_id: 'tea', status: 'active' }
  const headers = { 'idempotency-key': randomUUID() }
  const answers = await times(STORM, () => call('POST', '/admin/products', body, headers))
  run.advance(STORM)
  run.count('storms')
  for (const answer of answers) hold(answer.status === 201, () => `a storm answers ${shown(answer)}`)
  const bodies = new Set(answers.map(({ body }) => JSON.stringify(body)))
  hold(bodies.size === 1, () => `${bodies.size} answers under one key: ${[...bodies].join('\n')}`)
  const { body: list } = await call('GET', '/admin/products')
  hold(list.count === 1, () => `${list.count} products after one storm in ${business.id}`)
  return String(answers[0]?.body.id)
}

/** Many changes of one version under If-Match: one of them. */
async function raceForVersion({ call }: Merchant, id: string, run: Run): Promise<void> {
  const path = `/admin/products/${id}`
  const before = await call('GET', path)
  const headers = { 'if-match': before.headers.get('etag') ?? '' }
  const answers = await times(RACERS, (n) =>
    call('PATCH', path, { metadata: { winner: `${n}-${randomUUID()}` } }, headers),
  )
  run.advance(RACERS)
  const won = answers.filter(({ status }) => status === 200)
  const lost = answers.filter(({ status, body }) => status === 412 && body.code === 'precondition_failed')
  hold(won.length === 1 && lost.length === RACERS - 1, () => answers.map(shown).join('\n'))
  const after = await call('GET', path)
  hold(
    isDeepStrictEqual(after.body, won[0]?.body),
    () => `the winner says ${won.map(shown)}, ${shown(after)}`,
  )
  hold(after.body.version === Number(before.body.version) + 1, () => `the version is ${after.body.version}`)
  run.count('conditional races')
}

/** Each writer has a field of its own; the last ones are those that the storefront shows. */
function changeOf(n: number, run: Run): Record<string, unknown> {
  const value = run.below(1_000_000)
  const fields = [{ price: value }, { position: value }, { description: `${value}` }, { tags: [`${value}`] }]
  return fields[n] ?? { metadata: { [`writer-${n}`]: `${value}-${randomUUID()}` } }
}

/** Many changes of different fields without a condition: all of them, each on top of the one before. */
async function raceForFields({ call }: Merchant, id: string, run: Run): Promise<void> {
  const path = `/admin/products/${id}`
  const before = await call('GET', path)
  const changes = Array.from({ length: RACERS }, (_, n) => changeOf(n, run))
  const answers = await times(RACERS, (n) => call('PATCH', path, changes[n]))
  run.advance(RACERS)
  for (const answer of answers) hold(answer.status === 200, () => `a patch answers ${shown(answer)}`)
  const history = answers
    .map(({ body }, n) => ({ body, change: changes[n] ?? {} }))
    .sort((a, b) => Number(a.body.version) - Number(b.body.version))
  let state = before.body
  for (const { body, change } of history) {
    const due = changed(state, change)
    hold(
      isDeepStrictEqual({ ...due, updated_at: body.updated_at }, body),
      () => `after ${JSON.stringify(state)} and ${JSON.stringify(change)} comes ${JSON.stringify(body)}`,
    )
    state = body
  }
  const after = await call('GET', path)
  hold(
    isDeepStrictEqual(after.body, state),
    () => `the last writer says ${JSON.stringify(state)}, ${shown(after)}`,
  )
  run.count('unconditional races')
}

function changed(state: Answer['body'], { metadata, ...fields }: Record<string, unknown>): Answer['body'] {
  const merged = { ...(state.metadata as object), ...(metadata as object) }
  return { ...state, ...fields, metadata: merged, version: Number(state.version) + 1 }
}

/** A category goes while products come into it: either it stays with them, or it goes and none came. */
async function raceForCategories({ call }: Merchant, run: Run): Promise<void> {
  await times(DELETIONS_PER_ROUND, async (n) => {
    const category = `race-${n}-${randomUUID().slice(0, 8)}`
    await call('POST', '/admin/categories', { id: category, name: category })
    const product = { name: category, price: 1, category_id: category, status: 'active' }
    const [deleted, ...created] = await Promise.all([
      call('DELETE', `/admin/categories/${category}`),
      call('POST', '/admin/products', product),
      call('POST', '/admin/products', { ...product, status: 'draft' }),
    ])
    const left = await call('GET', `/admin/categories/${category}`)
    const came = created.filter(({ status }) => status === 201)
    const refused = created.filter(({ status }) => status === 422)
    const isGone = deleted.status === 204 && left.status === 404 && came.length === 0
    const stays = deleted.status === 409 && left.status === 200 && came.length > 0
    const all = () => [deleted, ...created, left].map(shown).join('\n')
    hold((isGone || stays) && came.length + refused.length === created.length, all)
    run.advance(4)
    run.count(isGone ? 'categories gone' : 'categories kept')
  })
}

/** Every version of every object has its event, and none has two. */
async function checkEvents({ business, call }: Merchant): Promise<void> {
  const events = await recordedEvents(business.id)
  const said = events.map(
    ({ type, data: { id, version } }) => `${type.endsWith('deleted') ? 'deleted ' : ''}${id} ${version}`,
  )
  hold(new Set(said).size === said.length, () => `an event twice among ${said.join('\n')}`)
  const { body } = await call('GET', '/admin/products?limit=200')
  for (const { id, version } of body.data as { id: string; version: number }[])
    for (let n = 1; n <= version; n++)
      hold(said.includes(`${id} ${n}`), () => `no event of version ${n} of ${id}`)
}
