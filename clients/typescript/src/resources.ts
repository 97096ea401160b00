import type { components } from './api.ts'

type Schemas = components['schemas']

export type Product = Schemas['Product']
export type ListedProduct = Schemas['ListedProduct']
export type ProductSearch = Schemas['ProductSearch']
export type Facet = Schemas['Facet']
export type Category = Schemas['Category']
export type Business = Schemas['Business']
export type AdminProduct = Schemas['AdminProduct']
export type Option = Schemas['Option']
export type Variant = Schemas['Variant']
export type VariantSet = Schemas['VariantSet']
export type AdminVariant = Schemas['AdminVariant']
export type AdminVariantSet = Schemas['AdminVariantSet']
export type NewVariantSet = Schemas['NewVariantSet']
export type VariantSetPatch = Schemas['VariantSetPatch']
export type Stock = Schemas['Stock']
/** Changes of stock; a plan would be sent alone. */
export type NewInventoryAdjustment = Omit<Schemas['NewInventoryAdjustment'], 'plan' | 'summary'> &
  Required<Pick<Schemas['NewInventoryAdjustment'], 'reason' | 'changes'>>
export type StockChangeResult = Schemas['StockChangeResult']
export type AdminCategory = Schemas['AdminCategory']
export type AdminBusiness = Schemas['AdminBusiness']
export type ApiKey = Schemas['ApiKey']
export type StorefrontEvent = Schemas['Event']
export type NewProduct = Schemas['NewProduct']
export type ProductPatch = Schemas['ProductPatch']
export type Problem = Schemas['Problem']
export type ProductStatus = Schemas['ProductStatus']
export type Scope = Schemas['Scope']
export type BulkOperation = Schemas['BulkOperation']
export type BulkResult = Schemas['BulkResult']
