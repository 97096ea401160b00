import { ref } from '../json-schema.ts'
import type { OperationSpec } from '../operation.ts'
import { pathParameter, QUERIES } from '../parameters.ts'
import { A_BUSINESS } from '../schemas/business.ts'
import { A_CATEGORY } from '../schemas/category.ts'
import { listExample } from '../schemas/list.ts'
import { A_PRODUCT } from '../schemas/product.ts'

/** The public operations, by the function that answers them. */
export const CATALOGUE = {
  'products/list': {
    operationId: 'listProducts',
    summary: 'List products',
    description:
      'A page of the active products, of one category or of all. `ids` asks for certain ones instead. Go on with `next_cursor` while `has_more` is true: a filter can make a page short, even empty, though more follows, for a request reads at most 1 MB of the table. Follows a write within two seconds, normally.',
    tag: 'Catalogue',
    parameters: QUERIES.products,
    answers: {
      200: {
        description: 'A page of products.',
        schema: ref('ProductList'),
        example: listExample(A_PRODUCT, 'i7X3HdmZq1cAAB'),
        headers: ['ETag', 'Vary', 'Content-Encoding', 'Link'],
      },
    },
  },
  'products/get': {
    operationId: 'getProduct',
    summary: 'Get a product',
    description: 'One active product, by its id or its slug.',
    tag: 'Catalogue',
    parameters: [pathParameter('product', 'Its id or its slug.')],
    answers: {
      200: {
        description: 'The product.',
        schema: ref('Product'),
        example: A_PRODUCT,
        headers: ['ETag', 'Vary', 'Content-Encoding'],
      },
    },
    problems: ['product_not_found'],
  },
  'categories/list': {
    operationId: 'listCategories',
    summary: 'List categories',
    description: 'A page of the categories by position, then name.',
    tag: 'Catalogue',
    parameters: QUERIES.page,
    answers: {
      200: {
        description: 'A page of categories.',
        schema: ref('CategoryList'),
        example: listExample(A_CATEGORY),
        headers: ['ETag', 'Vary', 'Content-Encoding', 'Link'],
      },
    },
  },
  'categories/get': {
    operationId: 'getCategory',
    summary: 'Get a category',
    description: 'One category.',
    tag: 'Catalogue',
    parameters: [pathParameter('category', 'Its id.')],
    answers: {
      200: {
        description: 'The category.',
        schema: ref('Category'),
        example: A_CATEGORY,
        headers: ['ETag', 'Vary', 'Content-Encoding'],
      },
    },
    problems: ['category_not_found'],
  },
  'business/get': {
    operationId: 'getBusiness',
    summary: 'Get the business',
    description: 'The public profile of the business that the caller names: with its key too.',
    tag: 'Catalogue',
    answers: {
      200: {
        description: 'The business.',
        schema: ref('Business'),
        example: A_BUSINESS,
        headers: ['ETag', 'Vary', 'Content-Encoding'],
      },
    },
  },
  'health/get': {
    operationId: 'getHealth',
    summary: 'Is it up?',
    description: 'Says that gateway and functions answer. Looks at no tenant and no data.',
    tag: 'Service',
    answers: {
      200: {
        description: 'It is.',
        schema: ref('Health'),
        example: { status: 'ok' },
      },
    },
  },
  'openapi/get': {
    operationId: 'getDescription',
    summary: 'This description',
    description: 'The OpenAPI description of the API that is running, the one you are reading.',
    tag: 'Service',
    answers: {
      200: {
        description: 'OpenAPI 3.1.',
        schema: ref('OpenApiDocument'),
        headers: ['ETag', 'Vary', 'Content-Encoding'],
      },
    },
  },
} as const satisfies Record<string, OperationSpec>
