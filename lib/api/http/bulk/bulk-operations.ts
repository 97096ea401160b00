import { upsertProduct } from '../../../data/products/product-by-external-id.ts'
import type { ProductName } from '../../../data/products/product-reads.ts'
import { changeProduct, createProduct, deleteProduct } from '../../../data/products/products.ts'
import type { Step } from '../../../data/table/commit.ts'
import type { BulkOperation } from '../../../domain/products/bulk-operation.ts'
import { patchVariants, readVariantPatch } from '../../../domain/products/patch-variants.ts'
import type { Product } from '../../../domain/products/product.ts'
import {
  checkWholePatch,
  checkWholeReplacement,
  newWholeProduct,
  patchWhole,
} from '../../../domain/products/product-body.ts'
import { reprice } from '../../../domain/products/reprice.ts'
import type { WholeProduct } from '../../../domain/products/variant-set.ts'
import { ifMatch, versionTag } from '../conditional/etag.ts'
import { notFound } from '../problems/resource-problems.ts'
import { merge, replacement, upsertOf } from '../product-by-external-id.ts'

/** The business whose products an operation changes, with its currency. */
interface Catalogue {
  businessId: string
  currency: string
}

/** The status of an operation that succeeded, with the product's id and its version now. */
export interface Done {
  status: number
  id: string
  version: number
}

/** An operation that was carried out. */
export interface Performed {
  done: Done
  /** True if everything was already as the operation says. */
  isUnchanged: boolean
  /** The entity tag of the product before, if there was one. */
  tagBefore?: string | undefined
}

/** Makes the steps that keep the result of an operation in the transaction of its effect. */
type Keep = (done: Done) => Step[]

/**
 * Carries out one operation in a transaction of its own. Throws problems, and what the layers below throw in
 * their own words.
 */
export function perform(bulk: Catalogue, operation: BulkOperation, keep: Keep): Promise<Performed> {
  switch (operation.op) {
    case 'create':
      return create(bulk, operation, keep)
    case 'update':
      return update(bulk, operation, keep)
    case 'upsert':
    case 'merge':
      return upsert(bulk, operation, keep)
    case 'variants':
      return variants(bulk, operation, keep)
    case 'reprice':
      return change(bulk, operation, (stored) => reprice(stored, operation.percent), keep)
    case 'delete':
      return remove(bulk, operation, keep)
  }
}

type Operation<O extends BulkOperation['op']> = Extract<BulkOperation, { op: O }>

const done = (status: number, { id, version }: Product): Done => ({ status, id, version })

const carriedOut = (of: Done): Performed => ({ done: of, isUnchanged: false })

/** A precondition that also notes the product before the change, by which it is known afterwards if there was one. */
function noting(check: ReturnType<typeof ifMatch>) {
  let before: Product | undefined
  const tagBefore = () => before && versionTag(before)
  return {
    check(product: Product) {
      before = product
      check?.(product)
    },
    outcome: (of: Done): Performed => ({
      done: of,
      isUnchanged: of.version === before?.version,
      tagBefore: tagBefore(),
    }),
    deletion: (of: Done): Performed => ({ ...carriedOut(of), tagBefore: tagBefore() }),
  }
}

async function create({ businessId, currency }: Catalogue, { data }: Operation<'create'>, keep: Keep) {
  const also = (product: Product) => keep(done(201, product))
  const { input, set } = newWholeProduct(data)
  return carriedOut(done(201, await createProduct(businessId, input, currency, { also, set })))
}

async function update(bulk: Catalogue, operation: Operation<'update'>, keep: Keep) {
  checkWholePatch(operation.data)
  return change(bulk, operation, (stored) => patchWhole(stored, operation.data), keep)
}

async function variants(bulk: Catalogue, operation: Operation<'variants'>, keep: Keep) {
  readVariantPatch(operation.data)
  return change(bulk, operation, (stored) => patchVariants(stored, operation.data), keep)
}

/** Changes the product that an operation names by a pure function of its newest state. */
async function change(
  { businessId }: Catalogue,
  operation: Operation<'update' | 'variants' | 'reprice'>,
  changed: (stored: WholeProduct) => WholeProduct,
  keep: Keep,
) {
  const { check, outcome } = noting(ifMatch(operation.if_match))
  const also = (product: Product) => keep(done(200, product))
  const whole = await changeProduct(businessId, nameOf(operation), changed, { check, also })
  if (!whole) throw notFound('product')
  return outcome(done(200, whole.product))
}

async function upsert(
  { businessId, currency }: Catalogue,
  { op, external_id, data, if_match }: Operation<'upsert' | 'merge'>,
  keep: Keep,
) {
  const body = { external_id, ...data }
  const judge = op === 'merge' ? checkWholePatch : checkWholeReplacement
  judge(body, { external_id })
  const precondition = ifMatch(if_match)
  const { check, outcome } = noting(precondition)
  const write = upsertOf(op === 'merge' ? merge(body) : replacement(body), currency, {
    ifMatch: precondition,
  })
  const also = (product: Product, isNew: boolean) => keep(done(isNew ? 201 : 200, product))
  const { product, isNew } = await upsertProduct(businessId, external_id, write, { check, also })
  return isNew ? carriedOut(done(201, product)) : outcome(done(200, product))
}

async function remove({ businessId }: Catalogue, operation: Operation<'delete'>, keep: Keep) {
  const { check, deletion } = noting(ifMatch(operation.if_match))
  const also = (product: Product) => keep(done(204, product))
  const deleted = await deleteProduct(businessId, nameOf(operation), { check, also })
  if (!deleted) throw notFound('product')
  return deletion(done(204, deleted))
}

/** The product an operation is about, by its id or by what another system calls it: one of them is there. */
const nameOf = ({
  id,
  external_id = '',
}: Operation<'update' | 'variants' | 'reprice' | 'delete'>): ProductName => id ?? { external_id }
