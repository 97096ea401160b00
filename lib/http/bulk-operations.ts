import type { Step } from '../data/commit.ts'
import { upsertProduct } from '../data/product-by-external-id.ts'
import { createProduct, deleteProduct, findIdByExternalId, updateProduct } from '../data/products.ts'
import type { BulkOperation } from '../domain/bulk-operation.ts'
import { PRODUCT, type Product } from '../domain/product.ts'
import { applyPatch, checkPatch, checkReplacement, readNew, replace } from '../domain/resource.ts'
import { ifMatch } from './etag.ts'
import { notFound } from './problem.ts'

/** Whose products an operation is about. */
interface Catalogue {
  businessId: string
  currency: string
}

/** What an operation did. */
export interface Done {
  status: number
  id: string
  version: number
}

/** Makes the steps that keep the answer of an operation in the transaction of its effect. */
type Keep = (done: Done) => Step[]

/**
 * Carries out one operation in a transaction of its own. Throws problems, and what the layers below throw in
 * their own words.
 */
export function perform(bulk: Catalogue, operation: BulkOperation, keep: Keep): Promise<Done> {
  switch (operation.op) {
    case 'create':
      return create(bulk, operation, keep)
    case 'update':
      return update(bulk, operation, keep)
    case 'upsert':
      return upsert(bulk, operation, keep)
    case 'delete':
      return remove(bulk, operation, keep)
  }
}

type Operation<O extends BulkOperation['op']> = Extract<BulkOperation, { op: O }>

const done = (status: number, { id, version }: Product): Done => ({ status, id, version })

async function create({ businessId, currency }: Catalogue, { data }: Operation<'create'>, keep: Keep) {
  const also = (product: Product) => keep(done(201, product))
  return done(201, await createProduct(businessId, readNew(PRODUCT, data), currency, { also }))
}

async function update({ businessId }: Catalogue, operation: Operation<'update'>, keep: Keep) {
  checkPatch(PRODUCT, operation.data)
  const check = ifMatch(operation.if_match)
  const change = (stored: Product) => applyPatch(PRODUCT, stored, operation.data)
  const also = (product: Product) => keep(done(200, product))
  const product = await updateProduct(businessId, await findId(businessId, operation), change, {
    check,
    also,
  })
  if (!product) throw notFound('product')
  return done(200, product)
}

async function upsert({ businessId, currency }: Catalogue, operation: Operation<'upsert'>, keep: Keep) {
  const { external_id } = operation
  const data = { external_id, ...operation.data }
  checkReplacement(PRODUCT, data, { external_id })
  const check = ifMatch(operation.if_match)
  let isNew = false
  const create = () => {
    if (check) throw notFound('product')
    isNew = true
    return { input: readNew(PRODUCT, data), currency }
  }
  const change = (stored: Product) => {
    isNew = false
    return replace(PRODUCT, stored, data)
  }
  const also = (product: Product) => keep(done(isNew ? 201 : 200, product))
  const { product } = await upsertProduct(businessId, external_id, { create, change }, { check, also })
  return done(isNew ? 201 : 200, product)
}

async function remove({ businessId }: Catalogue, operation: Operation<'delete'>, keep: Keep) {
  const check = ifMatch(operation.if_match)
  const id = await findId(businessId, operation)
  const deleted = await deleteProduct(businessId, id, { check, also: (product) => keep(done(204, product)) })
  if (!deleted) throw notFound('product')
  return done(204, deleted)
}

async function findId(
  businessId: string,
  operation: { id?: string | undefined; external_id?: string | undefined },
) {
  const { id, external_id: externalId = '' } = operation
  const found = id ?? (await findIdByExternalId(businessId, externalId))
  if (found === undefined) throw notFound('product')
  return found
}
