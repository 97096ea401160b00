import type { BusinessItem } from '../../../data/business-item.ts'
import { businessOf } from '../../../data/businesses.ts'
import { type CategoryItem, categoryOf } from '../../../data/category-reads.ts'
import { type ProductItem, productOf } from '../../../data/products/product-item.ts'
import {
  businessStorefront,
  categoryStorefront,
  productStorefront,
  RENDERED,
} from '../../../data/storefront/storefront.ts'
import { isOf } from '../../../data/table/item-pages.ts'
import type * as keys from '../../../data/table/keys.ts'
import { differences, type StoredItem } from '../../../data/table/patient-reads.ts'
import type { Resource } from '../../../domain/body/resource.ts'
import { InvalidFields, type RuleBreak } from '../../../domain/body/rule-breaks.ts'
import { BUSINESS } from '../../../domain/business.ts'
import { CATEGORY } from '../../../domain/category.ts'
import { PRODUCT } from '../../../domain/products/product.ts'
import { RESOURCES, type ResourceType } from '../../../domain/resources.ts'
import { isPlainText } from '../../../domain/text/text.ts'

/** The object in an item without faults. */
export const storedProduct = (item: object) => productOf(item as ProductItem)
const storedCategory = (item: object) => categoryOf(item as CategoryItem)
const storedBusiness = (item: object) => businessOf(item as BusinessItem)

/** The types of the objects in a business's own partition; the others have partitions of their own. */
type CatalogueType = Exclude<
  ResourceType,
  'api_key' | 'webhook' | 'inventory' | 'schedule' | 'media' | 'import'
>

interface Kind {
  /** The rules for a body of such an object. */
  resource: Resource<object>
  /** The storefront attributes of such an item; none if it is not public. */
  render: (businessId: string, item: StoredItem) => Record<string, unknown>
}

const KINDS: Record<CatalogueType, Kind> = {
  product: {
    resource: PRODUCT,
    render: (businessId, item) => productStorefront(businessId, storedProduct(item)),
  },
  category: {
    resource: CATEGORY,
    render: (businessId, item) => categoryStorefront(businessId, storedCategory(item)),
  },
  business: {
    resource: BUSINESS,
    render: (_, item) => businessStorefront(storedBusiness(item)),
  },
}

/** An item as far as it says what it is. */
type Typed = keys.Key & { type?: unknown; id?: unknown }

/** True for an item that says neither the type nor the id of its key: it is not a broken object, but something else. */
export const isAnother = (item: Typed, { type, id }: { type: string; id: string }): boolean =>
  !isOf(type, item) && item.id !== id

/** The type and id that the key of an item of a business's own partition says; undefined if the key belongs to no object. */
export function objectAt(businessId: string, item: Typed): { type: CatalogueType; id: string } | undefined {
  for (const type of Object.keys(KINDS) as CatalogueType[]) {
    const { keyPrefix } = RESOURCES[type]
    const object = { type, id: item.sk.slice(keyPrefix.length) || businessId }
    if (item.sk.startsWith(keyPrefix)) return isAnother(item, object) ? undefined : object
  }
  return undefined
}

/** An item of the storefront, with what it should be. */
export interface Rendering {
  type: CatalogueType
  /** Why it cannot be rendered; empty if it can. */
  faults: string[]
  /** The rules that it breaks and can be rendered all the same: they were others when it was written. */
  brokenRules: string[]
  /** The rendered attributes as they should be, and the names of those that differ. */
  rendered: Record<string, unknown>
  differing: string[]
}

/** Renders an object of a business's own partition as a write would now; undefined for any other item. */
export function renderAgain(businessId: string, item: StoredItem): Rendering | undefined {
  const object = objectAt(businessId, item)
  if (!object) return undefined
  const { resource, render } = KINDS[object.type]
  const judged = judgeStored(resource, item)
  const faults = [...faultsOf(object, resource, item), ...judged.faults]
  const { brokenRules } = judged
  const rendered = faults.length > 0 ? {} : render(businessId, item)
  const differing = faults.length > 0 ? [] : differences(RENDERED, item, rendered)
  return { type: object.type, faults, brokenRules, rendered, differing }
}

function faultsOf({ type, id }: { type: string; id: string }, resource: Resource<object>, item: StoredItem) {
  const all = [...new Set([...resource.writable, ...resource.readOnly])]
  const fields = all.filter((name) => !resource.optional?.includes(name))
  return [
    ...(item.type === type ? [] : [`its type is ${JSON.stringify(item.type)}, not "${type}"`]),
    ...(item.id === id ? [] : [`its id is ${JSON.stringify(item.id)}, not that of its key`]),
    ...(Number.isInteger(item.version) ? [] : ['version must be an integer']),
    ...fields.filter((name) => item[name] === undefined).map((name) => `${name} is missing`),
  ]
}

/** The rules of today that the fields of a stored object break. */
export function judgeStored(
  resource: Pick<Resource<object>, 'validate' | 'writable'>,
  item: StoredItem,
): Pick<Rendering, 'faults' | 'brokenRules'> {
  const present = resource.writable.filter((name) => item[name] !== undefined)
  try {
    resource.validate(Object.fromEntries(present.map((name) => [name, item[name]])))
    return { faults: [], brokenRules: [] }
  } catch (error) {
    if (!(error instanceof InvalidFields)) throw error
    // A field that is not there at all was named already, and one that is unknown was written by another version.
    const breaks = error.breaks.filter(({ code }) => code !== 'required' && code !== 'unknown_field')
    const inWords = ({ path, detail }: RuleBreak) => `${path.join('.')} ${detail}`
    return {
      faults: breaks.filter((one) => !isRenderable(one, item)).map(inWords),
      brokenRules: breaks.filter((one) => isRenderable(one, item)).map(inWords),
    }
  }
}

/** A text or a list that says what it must not say today. The index keys of a number out of its range are wrong. */
function isRenderable({ path, isOfType }: RuleBreak, item: StoredItem): boolean {
  if (!isOfType) return false
  const value = path.reduce<unknown>((whole, name) => Object(whole)[name], item)
  return typeof value === 'string' ? isPlainText(value) : typeof value === 'object'
}
