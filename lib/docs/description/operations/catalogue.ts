import { ref } from '../json-schema.ts'
import type { OperationSpec } from '../operation.ts'
import { pathParameter, QUERIES } from '../parameters.ts'
import { A_BUSINESS } from '../schemas/business.ts'
import { A_CATEGORY } from '../schemas/category.ts'
import { listExample } from '../schemas/list.ts'
import { A_PRODUCT } from '../schemas/product.ts'
import { A_SEARCH } from '../schemas/search.ts'
import { SOME_VARIANTS } from '../schemas/variant.ts'

const product = pathParameter('product', 'The id or the slug of the product.')

/** The public operations, by the function that handles them. */
export const CATALOGUE = {
  'products/list': {
    operationId: 'listProducts',
    summary: 'List products',
    description:
      'Returns a page of active products: of one category, of all categories, or the products in `ids`. Continue with `next_cursor` while `has_more` is true. With a filter a page can be short, even empty, although more pages follow, because a request reads at most 1 MB of the table. A write normally appears within two seconds.',
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
  'products/search': {
    operationId: 'searchProducts',
    summary: 'Search products',
    description:
      'Returns a page of the active products that match words and filters, their number, and the count of each facet value. Without `q` it is a list with filters and facets. The values of one filter are alternatives. One and the same enabled variant must meet the filters of options and prices. The counts of a facet ignore the filter on that facet. A changed product is found in its new state within two seconds, a new one within 25.',
    tag: 'Catalogue',
    parameters: QUERIES.search,
    answers: {
      200: {
        description: 'A page of hits.',
        schema: ref('ProductSearch'),
        example: A_SEARCH,
        headers: ['ETag', 'Vary', 'Content-Encoding', 'Link'],
      },
    },
  },
  'products/get': {
    operationId: 'getProduct',
    summary: 'Get a product',
    description:
      'Returns one active product, by id or slug. `expand=variants` adds `options` and `variants`: a product without options has one variant, itself.',
    tag: 'Catalogue',
    parameters: [product, ...QUERIES.product],
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
  'products/variants': {
    operationId: 'getVariants',
    summary: 'Get the variants of a product',
    description:
      'Returns the options and all enabled variants of an active product, by id or slug. A product without options has one variant: itself.',
    tag: 'Catalogue',
    parameters: [product],
    answers: {
      200: {
        description: 'The variants.',
        schema: ref('VariantSet'),
        example: SOME_VARIANTS,
        headers: ['ETag', 'Vary', 'Content-Encoding'],
      },
    },
    problems: ['product_not_found'],
  },
  'categories/list': {
    operationId: 'listCategories',
    summary: 'List categories',
    description:
      'Returns a page of the listed categories, by position, then name. Their `parent_id` makes the menu.',
    tag: 'Catalogue',
    parameters: QUERIES.categories,
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
    description: 'Returns one category.',
    tag: 'Catalogue',
    parameters: [pathParameter('category', 'The id of the category.')],
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
    description:
      'Returns the public profile of the business that the request names. With an API key it is the same.',
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
    summary: 'Check that the API works',
    description: 'Shows that gateway and functions respond. Reads no data and needs no business.',
    tag: 'Service',
    answers: {
      200: {
        description: 'The API works.',
        schema: ref('Health'),
        example: { status: 'ok' },
      },
    },
  },
  'openapi/get': {
    operationId: 'getDescription',
    summary: 'Get this description',
    description: 'Returns the OpenAPI description of the running API.',
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
