import { type BusinessItem, businessOf } from '../../data/businesses.ts'
import { type CategoryItem, categoryOf } from '../../data/categories.ts'
import { type ProductItem, productOf } from '../../data/products.ts'
import {
  businessStorefront,
  categoryStorefront,
  productStorefront,
} from '../../data/storefront/storefront.ts'
import * as keys from '../../data/table/keys.ts'
import { differences, type StoredItem } from '../../data/table/patient-reads.ts'
import { STOREFRONT } from '../../data/table/schema.ts'
import { BUSINESS } from '../../domain/business.ts'
import { CATEGORY } from '../../domain/category.ts'
import { PRODUCT } from '../../domain/product.ts'
import type { Resource } from '../../domain/resource.ts'
import { InvalidFields, type RuleBreak } from '../../domain/rule-breaks.ts'
import { isPlainText } from '../../domain/text.ts'

/** What is in an item that has no faults. */
export const storedProduct = (item: object) => productOf(item as ProductItem)
const storedCategory = (item: object) => categoryOf(item as CategoryItem)
const storedBusiness = (item: object) => businessOf(item as BusinessItem)

/** The attributes that are rendered from the others. */
export const RENDERED = [...Object.values(STOREFRONT), 'card_version']

/** A kind of item that stands in the storefront. */
interface Kind {
  type: 'product' | 'category' | 'business'
  id: string
  resource: Resource<object>
  render: (item: StoredItem) => Record<string, unknown>
}

/** What an item's key says that it is; undefined if nothing that stands in the storefront. */
function kindOf(businessId: string, { sk }: keys.Key): Kind | undefined {
  if (sk === keys.businessKey(businessId).sk)
    return {
      type: 'business',
      id: businessId,
      resource: BUSINESS,
      render: (item) => businessStorefront(storedBusiness(item)),
    }
  if (sk.startsWith(keys.CATEGORY_PREFIX))
    return {
      type: 'category',
      id: sk.slice(keys.CATEGORY_PREFIX.length),
      resource: CATEGORY,
      render: (item) => categoryStorefront(businessId, storedCategory(item)),
    }
  if (sk.startsWith(keys.PRODUCT_PREFIX))
    return {
      type: 'product',
      id: sk.slice(keys.PRODUCT_PREFIX.length),
      resource: PRODUCT,
      render: (item) => productStorefront(businessId, storedProduct(item)),
    }
  return undefined
}

/** An item of the storefront beside what it should be. */
export interface Rendering {
  type: Kind['type']
  /** Why it cannot be rendered; empty if it can. */
  faults: string[]
  /** The rules that it breaks and can be rendered all the same: they were others when it was written. */
  brokenRules: string[]
  /** What its rendered attributes should be, and the names of those that are otherwise. */
  rendered: Record<string, unknown>
  differing: string[]
}

/** Renders a profile, category or product as a write would now; undefined for any other item. */
export function renderAgain(businessId: string, item: StoredItem): Rendering | undefined {
  const kind = kindOf(businessId, item)
  if (!kind) return undefined
  const judged = judge(kind.resource, item)
  const faults = [...faultsOf(kind, item), ...judged.faults]
  const { brokenRules } = judged
  const rendered = faults.length > 0 ? {} : kind.render(item)
  const differing = faults.length > 0 ? [] : differences(RENDERED, item, rendered)
  return { type: kind.type, faults, brokenRules, rendered, differing }
}

function faultsOf({ type, id, resource }: Kind, item: StoredItem): string[] {
  const fields = [...new Set([...resource.writable, ...resource.readOnly])]
  return [
    ...(item.type === type ? [] : [`its type is ${JSON.stringify(item.type)}, not "${type}"`]),
    ...(item.id === id ? [] : [`its id is ${JSON.stringify(item.id)}, not that of its key`]),
    ...(Number.isInteger(item.version) ? [] : ['version must be an integer']),
    ...fields.filter((name) => item[name] === undefined).map((name) => `${name} is missing`),
  ]
}

/** What the rules say that are asked of whoever writes such an object today. */
function judge(resource: Resource<object>, item: StoredItem): Pick<Rendering, 'faults' | 'brokenRules'> {
  const present = resource.writable.filter((name) => item[name] !== undefined)
  try {
    resource.validate(Object.fromEntries(present.map((name) => [name, item[name]])))
    return { faults: [], brokenRules: [] }
  } catch (error) {
    if (!(error instanceof InvalidFields)) throw error
    // A field that is not there at all was named already.
    const breaks = error.breaks.filter(({ code }) => code !== 'required')
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
