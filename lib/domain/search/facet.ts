export const FACETS = ['category', 'tag', 'price', 'is_available', 'on_sale', 'option'] as const
export type FacetName = (typeof FACETS)[number]

/** A facet as it is returned. Each option has one. */
export interface Facet {
  name: FacetName
  /** Of an option, its name. */
  label: string
  values: FacetValue[]
}

export interface FacetValue {
  /** As the filter takes it. */
  value: string
  label: string
  /** How many products have it. */
  count: number
}
