import { decimalsOf } from '../../../../lib/domain/currency-decimals.ts'
import { unwrap } from '../../../typescript/src/problem.ts'
import { waitFor } from '../../../typescript/src/retry.ts'
import { type ApiOptions, openApi, wordsOf } from '../api/client.ts'
import { readCategories } from '../api/reading.ts'
import { columnsFor, hasScope } from '../rules/columns.ts'
import { forgetWork, offerKept, type TabStorage } from './keeping.ts'
import { laterWork } from './later-work.ts'
import { readShop } from './reading-shop.ts'
import { keyFault, loading, type Session, session, trouble, waiting } from './store.ts'

/** The business whose rows and edits are here. */
let lastBusiness: string | undefined

/** How many keys were typed: one that is slow to open does not take the place of a later one. */
let openings = 0

interface Opening extends Omit<ApiOptions, 'onWait'> {
  storage: TabStorage
}

/** Opens the business of a key, or says why that cannot be. A second key of the same business finds all edits again. */
export async function open({ storage, ...options }: Opening): Promise<void> {
  const opening = ++openings
  keyFault.value = ''
  if (!/^[\x21-\x7e]+$/.test(options.token)) {
    keyFault.value = 'A key looks like sfk_…, without spaces.'
    return
  }
  try {
    const opened = await sessionOf({ ...options, onWait: wait })
    if (opening !== openings) return
    if (!hasScope(opened.scopes, 'products:read'))
      keyFault.value = 'This key cannot read products: it needs products:read.'
    else await enter(opened, storage)
  } catch (error) {
    if (opening === openings) keyFault.value = wordsOf(error)
  }
}

function wait(why: string): void {
  waiting.value = why
}

async function enter(opened: Session, storage: TabStorage): Promise<void> {
  const { id } = opened.business
  const isOther = lastBusiness !== id
  if (isOther) {
    forgetWork()
    for (const { forget } of laterWork) forget()
  }
  lastBusiness = id
  trouble.value = ''
  if (isOther) offerKept(id, storage)
  session.value = opened
  for (const { resume } of laterWork) void resume()
  if (isOther || loading.value !== 'no') await readShop()
}

async function sessionOf(options: ApiOptions): Promise<Session> {
  const api = openApi(options)
  const [{ id: keyId, scopes }, business] = await Promise.all([
    unwrap(api.GET('/admin/api-keys/current')),
    unwrap(api.GET('/business')),
  ])
  const categories = await readCategories(api, hasScope(scopes, 'categories:read'))
  const { id, name, slug, timezone, currency } = business
  return {
    api,
    wait: options.wait ?? waitFor,
    keyId,
    business: { id, name, slug, timezone },
    scopes,
    columns: columnsFor(scopes),
    tableColumns: columnsFor(scopes).filter(({ isInTable }) => isInTable),
    shop: { currency, decimals: decimalsOf(currency), categories },
  }
}
