import type { components } from './api.ts'

type Schemas = components['schemas']

export type Product = Schemas['Product']
export type Category = Schemas['Category']
export type Business = Schemas['Business']
export type AdminProduct = Schemas['AdminProduct']
export type AdminCategory = Schemas['AdminCategory']
export type AdminBusiness = Schemas['AdminBusiness']
export type ApiKey = Schemas['ApiKey']
export type NewProduct = Schemas['NewProduct']
export type ProductPatch = Schemas['ProductPatch']
export type Problem = Schemas['Problem']
