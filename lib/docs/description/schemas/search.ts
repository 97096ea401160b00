import { SEARCH_SORTS } from '../../../api/http/lists/product-search.ts'
import { FACETS } from '../../../domain/search/facet.ts'
import { closed, ref } from '../json-schema.ts'
import type { JsonSchema } from '../openapi.ts'
import { listExample, listOf } from './list.ts'
import { growing } from './members.ts'
import { A_PRODUCT } from './product.ts'

export const SEARCH_SCHEMAS: Record<string, JsonSchema> = {
  ProductSearch: listOf(ref('ListedProduct'), {
    total: {
      type: 'integer',
      minimum: 0,
      description: 'The number of hits on all pages together.',
    },
    facets: {
      type: 'array',
      items: ref('Facet'),
      description: 'The facets that the request names, in that order; one for each option.',
    },
    corrected_q: {
      type: ['string', 'null'],
      description: 'The words as understood, if one was corrected; otherwise null.',
    },
    relaxed: {
      type: 'boolean',
      description: 'True if no product has all words: the hits have most of them, and at least half.',
    },
  }),
  Facet: closed({
    name: ref('FacetName'),
    label: { type: 'string', description: 'The name of the option, or `name` again.' },
    values: {
      type: 'array',
      items: ref('FacetValue'),
      maxItems: 20,
      description: 'The most frequent values first; price ranges in ascending order.',
    },
  }),
  FacetValue: closed({
    value: {
      type: 'string',
      description:
        'The value as the parameter takes it. For a price its range in the minor unit, as in `1000-1999`, both ends included; the last range has no end.',
    },
    label: {
      type: 'string',
      description:
        'The text for shoppers: the name of a category, the value of an option, otherwise `value`.',
    },
    count: {
      type: 'integer',
      minimum: 1,
      description: 'The number of hits with this value, if no other value of the same facet is a filter.',
    },
  }),
  FacetName: growing(FACETS, 'The parameter that filters by a facet.'),
  SearchSort: {
    type: 'string',
    enum: [...SEARCH_SORTS],
    description: 'An order; `-` reverses it exactly.',
  },
}

/** A page of hits. */
export const A_SEARCH = {
  ...listExample(A_PRODUCT),
  total: 1,
  facets: [
    {
      name: 'category',
      label: 'category',
      values: [{ value: 'kitchen-tools', label: 'Kitchen tools', count: 1 }],
    },
    { name: 'price', label: 'price', values: [{ value: '6000-', label: '6000-', count: 1 }] },
  ],
  corrected_q: 'pepper mill',
  relaxed: false,
}
