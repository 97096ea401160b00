import { ref } from '../json-schema.ts'
import type { OperationSpec } from '../operation.ts'
import { pathParameter, QUERIES, REQUEST_HEADERS } from '../parameters.ts'
import { ADMIN_BUSINESS } from '../schemas/business.ts'
import { ADMIN_CATEGORY } from '../schemas/category.ts'
import { listExample } from '../schemas/list.ts'

const id = pathParameter('id', 'The id of the category.')

const category = (description: string) =>
  ({
    description,
    schema: ref('AdminCategory'),
    example: ADMIN_CATEGORY,
    headers: ['ETag-of-version'],
  }) as const

const business = (description: string) =>
  ({
    description,
    schema: ref('AdminBusiness'),
    example: ADMIN_BUSINESS,
    headers: ['ETag-of-version'],
  }) as const

/** The operations on a business and its categories, by the function that handles them. */
export const SHOP = {
  'admin/business/get': {
    operationId: 'getAdminBusiness',
    summary: 'Get the business with its private fields',
    description: 'Returns the business of the API key.',
    tag: 'Business',
    answers: { 200: business('The business.') },
    problems: ['business_not_found'],
  },
  'admin/business/update': {
    operationId: 'updateBusiness',
    summary: 'Change the business',
    description:
      'Takes a merge patch (RFC 7396). Only the operator can change `slug`, `currency` and `status`; a request can only contain their stored values.',
    tag: 'Business',
    parameters: [REQUEST_HEADERS.IfMatch],
    body: {
      schema: 'BusinessPatch',
      description: 'The fields to change.',
      example: { contact: { phone: '+49 30 23125 100' } },
    },
    answers: { 200: business('The business as it is now.') },
    problems: ['business_not_found', 'precondition_failed', 'object_too_large'],
  },
  'admin/categories/list': {
    operationId: 'listAdminCategories',
    summary: 'List categories by id',
    description: 'Returns a page of categories with their private fields.',
    tag: 'Categories',
    parameters: QUERIES.page,
    answers: {
      200: {
        description: 'A page of categories.',
        schema: ref('AdminCategoryList'),
        example: listExample(ADMIN_CATEGORY),
        headers: ['Link'],
      },
    },
  },
  'admin/categories/create': {
    operationId: 'createCategory',
    summary: 'Create a category',
    description: 'Creates a category. If you leave out `id`, it is made from the name.',
    tag: 'Categories',
    body: {
      schema: 'NewCategory',
      description: 'The new category.',
      example: { name: ADMIN_CATEGORY.name, position: ADMIN_CATEGORY.position },
    },
    answers: { 201: { ...category('The new category.'), headers: ['ETag-of-version', 'Location'] } },
    problems: ['category_exists', 'limit_reached', 'object_too_large'],
  },
  'admin/categories/get': {
    operationId: 'getAdminCategory',
    summary: 'Get a category with its private fields',
    description: 'Returns one category. It shows every earlier write.',
    tag: 'Categories',
    parameters: [id],
    answers: { 200: category('The category.') },
    problems: ['category_not_found'],
  },
  'admin/categories/update': {
    operationId: 'updateCategory',
    summary: 'Change a category',
    description: 'Takes a merge patch (RFC 7396). The `id` of a category never changes.',
    tag: 'Categories',
    parameters: [id, REQUEST_HEADERS.IfMatch],
    body: {
      schema: 'CategoryPatch',
      description: 'The fields to change.',
      example: { position: 5, image: null },
    },
    answers: { 200: category('The category as it is now.') },
    problems: ['category_not_found', 'precondition_failed', 'object_too_large'],
  },
  'admin/categories/delete': {
    operationId: 'deleteCategory',
    summary: 'Delete a category',
    description: 'Deletes a category. A category that still has products, in any status, cannot be deleted.',
    tag: 'Categories',
    parameters: [id, REQUEST_HEADERS.IfMatch],
    answers: { 204: { description: 'The category is deleted.' } },
    problems: ['category_not_found', 'category_not_empty', 'precondition_failed'],
  },
} as const satisfies Record<string, OperationSpec>
