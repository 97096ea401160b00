import type { Category } from '../../lib/domain/category.ts'

/** A category as it is stored after a body with its id and name. */
export const storedCategory = (more: Partial<Category> = {}): Category => ({
  id: 'tea',
  name: 'Tea',
  description: '',
  parent_id: null,
  position: 0,
  is_listed: true,
  image: null,
  metadata: {},
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  version: 1,
  ...more,
})
