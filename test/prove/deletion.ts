import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import * as v from 'valibot'
import { createBusiness, renameBusiness } from '../../lib/data/businesses.ts'
import { TableUnavailable } from '../../lib/data/table/calls/table-fault.ts'
import { Refusal } from '../../lib/data/table/commit.ts'
import { newBusiness } from '../../lib/domain/business.ts'
import { tableName } from '../../lib/environment.ts'
import { Callers, type Seen } from './deletion-callers.ts'
import { checkTable, type Heir, judgeCalls, judgeHeirs, NAMES_END_MS, type Shop } from './deletion-judge.ts'
import { makeMerchant } from './merchant.ts'
import { hold, type Run } from './run.ts'

const MINTERS = 4
const WRITERS = 4
/** So many products and keys have been made before it begins, so that it begins in the midst of them. */
const PRODUCTS_BEFORE = 40
const KEYS_BEFORE = 20
/** Caches begin one after the other while it goes, so that one holds what was answered at any time. */
const CACHES = 12
const AFTER_MS = 20_000

/**
 * Deletes businesses by the real command at its full length, while keys make keys and write, and visitors read by
 * slug and UUID, also through caches; others take the slugs as soon as they can. No key works 5 s after its token went,
 * nobody is let in by a name 60 s after, no visitor of the new owner sees what was the old one's, and nothing of it is
 * left in the table. Counts deletions.
 */
export async function proveDeletion({ baseUrl }: { baseUrl: string }, run: Run): Promise<void> {
  while (run.goesOn()) {
    await deleteOne(baseUrl, run)
    run.advance()
  }
}

async function deleteOne(baseUrl: string, run: Run): Promise<void> {
  const shop = await makeShop(baseUrl)
  const seen: Seen[] = []
  const callers = new Callers(baseUrl, (one) => seen.push(one))
  const tokens = [shop.token]
  begin(callers, shop, tokens, run)
  const written = () => seen.filter(({ who, status }) => who === 'write' && status === 201).length
  await callers.until(() => written() >= PRODUCTS_BEFORE && tokens.length > KEYS_BEFORE)

  const begunAt = Date.now()
  for (let n = 0; n < CACHES; n++)
    setTimeout(() => callers.visit(run.oneOf(shop.wanted)), (n * NAMES_END_MS) / CACHES)
  const claiming = Promise.all(shop.wanted.map(claim))
  const tokensGoneAt = await runCommand(shop)
  const heirs = await claiming
  await wait(AFTER_MS)
  await callers.stop()

  run.count('calls', seen.length)
  run.count('keys minted', tokens.length - 1)
  run.count('products written', written())
  judgeCalls(seen, shop, tokensGoneAt)
  judgeHeirs(seen, shop, heirs, begunAt)
  for (const token of tokens) {
    const { status } = await callers.ask('end', '/business', { authorization: `Bearer ${token}` })
    hold(status === 401, () => `a token of the deleted business is answered ${status}`)
  }
  await checkTable(shop, heirs)
}

async function makeShop(baseUrl: string): Promise<Shop> {
  const { business, token } = await makeMerchant(baseUrl, ['tea'])
  const [former, current] = [`former-${randomUUID().slice(0, 13)}`, `current-${randomUUID().slice(0, 13)}`]
  for (const slug of [former, current]) await renameBusiness(business.id, slug)
  const mark = `mark-${randomUUID()}`
  return { id: business.id, token, mark, wanted: [current, former], unwanted: business.slug }
}

function begin(callers: Callers, { id, mark, wanted, unwanted }: Shop, tokens: string[], run: Run): void {
  for (const slug of [...wanted, unwanted]) callers.read('slug', slug)
  callers.read('uuid', id)
  for (let n = 0; n < MINTERS; n++) callers.mint(tokens, run)
  for (let n = 0; n < WRITERS; n++) callers.write(tokens, 'tea', run, mark)
}

/** Runs the real command to its end, and says when it had removed the tokens, in milliseconds since the epoch. */
async function runCommand({ id, wanted: [slug] }: Shop): Promise<number> {
  const program = join(import.meta.dirname, '../../bin/operator.js')
  const argv = ['business', 'delete', id, '--confirm', slug, '--table', tableName()]
  const child = spawn(process.execPath, [program, ...argv], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  let tokensGoneAt = Number.POSITIVE_INFINITY
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
    if (/^waiting /m.test(said)) tokensGoneAt = Math.min(tokensGoneAt, Date.now())
  })
  const [code] = await once(child, 'close')
  hold(code === 0, () => `the command ended with ${code}: ${said}`)
  return tokensGoneAt
}

/** Takes a slug as soon as that is allowed. Returns the business that has it then, and when that was. */
async function claim(slug: string): Promise<Heir> {
  while (true)
    try {
      const { id } = await createBusiness(v.parse(newBusiness, { slug, name: 'Heir', currency: 'EUR' }))
      return { id, slug, at: Date.now() }
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof TableUnavailable)) throw error
      await wait(200)
    }
}
