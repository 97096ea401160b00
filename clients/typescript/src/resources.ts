import type { components } from './api.ts'

type Schemas = components['schemas']

export type Product = Schemas['Product']
export type ListedProduct = Schemas['ListedProduct']
export type Category = Schemas['Category']
export type Business = Schemas['Business']
export type AdminProduct = Schemas['AdminProduct']
export type AdminCategory = Schemas['AdminCategory']
export type AdminBusiness = Schemas['AdminBusiness']
export type ApiKey = Schemas['ApiKey']
export type NewProduct = Schemas['NewProduct']
export type ProductPatch = Schemas['ProductPatch']
export type Problem = Schemas['Problem']
export type ProductStatus = Schemas['ProductStatus']
export type Scope = Schemas['Scope']
export type BulkOperation = Schemas['BulkOperation']
export type BulkResult = Schemas['BulkResult']
