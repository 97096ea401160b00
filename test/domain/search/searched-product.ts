import type { SearchedProduct } from '../../../lib/domain/search/search-index.ts'

/** A product of the category tea that a search can find by its id, which is its name too. */
export const searchedProduct = (id: string, more: Partial<SearchedProduct> = {}): SearchedProduct => ({
  id,
  name: id,
  description: '',
  tags: [],
  category_id: 'tea',
  additional_category_ids: [],
  position: 0,
  price: 100,
  compare_at_price: null,
  is_available: true,
  ...more,
})
