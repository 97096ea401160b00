import { expect } from 'vitest'
import type { Merchant, Told } from './merchant.ts'

const BULK = '/admin/products/bulk'

/** A result of a bulk request or of an adjustment, without what only one of a write and its dry run has. */
export function likeness(result: object): object {
  const {
    id: _,
    events: __,
    variants: ___,
    options: ____,
    quantities: _____,
    sku: ______,
    problem,
    ...rest
  } = Object(result)
  return { ...rest, ...(problem && { problem: withoutRequest(problem) }) }
}

/** A problem without what every request has of its own. */
export function withoutRequest(problem: object): object {
  const { instance: _, request_id: __, ...rest } = Object(problem)
  return rest
}

/** Tries one operation, then carries it out, and expects the same result of both. Gives back the response to the write. */
export async function triedFirst(shop: Merchant, operation: object): Promise<Told> {
  const tried = await shop.ask('POST', `${BULK}?dry_run=true`, { operations: [operation] })
  const told = await shop.ask('POST', BULK, { operations: [operation] })
  expect(tried.status).toBe(told.status)
  expect(tried.body.data.map(likeness)).toEqual(told.body.data.map(likeness))
  return told
}
