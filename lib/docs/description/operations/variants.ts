import { SPARSE_OF_VARIANTS } from '../../../domain/products/fields.ts'
import { ref } from '../json-schema.ts'
import type { OperationSpec } from '../operation.ts'
import { pathParameter, QUERIES, REQUEST_HEADERS } from '../parameters.ts'
import { listExample } from '../schemas/list.ts'
import { ADMIN_VARIANTS } from '../schemas/variant.ts'

const id = pathParameter('id', 'The id of the product.')

const variants = (description: string) =>
  ({
    description,
    schema: ref('AdminVariantSet'),
    example: ADMIN_VARIANTS,
    headers: ['ETag-of-version'],
  }) as const

const [first, second] = ADMIN_VARIANTS.variants

/** Members of a variant that a replacement leaves as they are. */
const KEPT = [
  'sku',
  'is_available',
  'is_enabled',
  'track_inventory',
  'allow_backorder',
  'low_stock_at',
  ...SPARSE_OF_VARIANTS,
]
  .map((name) => `\`${name}\``)
  .join(', ')

/** The operations on the variants of a merchant's products, by the function that handles them. */
export const VARIANTS = {
  'admin/products/variants/list': {
    operationId: 'getAdminVariants',
    summary: 'Get the variants of a product',
    description:
      "Returns the options and all variants of a product, enabled or not. A product without options has one variant: itself. The ETag is the product's.",
    tag: 'Products',
    parameters: [id],
    answers: { 200: variants('The variants.') },
    problems: ['product_not_found'],
  },
  'admin/products/variants/replace': {
    operationId: 'replaceVariants',
    summary: 'Replace the variants of a product',
    description:
      'Replaces all variants of a product in one transaction, and its options if they are sent: 1 to 100 variants, or exactly one if there are no options. Without `options` the product keeps its options; `[]` removes them. A variant is recognized by its `id`, else by its `sku`, else by its `option_values`; it keeps its id, and these unless you send them: ' +
      KEPT +
      '. All others are new, and variants that you leave out are deleted. A value that no variant has is left out of its option. One request can add at most 80 new SKUs. Costs one token of the rate limit, and one more for each further 25 variants.',
    tag: 'Products',
    parameters: [id, REQUEST_HEADERS.IfMatch],
    body: {
      schema: 'NewVariantSet',
      description: 'The options and all variants.',
      example: {
        options: ADMIN_VARIANTS.options,
        variants: [
          { option_values: first?.option_values, price: first?.price, sku: first?.sku },
          { option_values: second?.option_values, price: second?.price, sku: second?.sku },
        ],
      },
    },
    answers: { 200: variants('The variants as they are now.') },
    problems: [
      'product_not_found',
      'precondition_failed',
      'sku_taken',
      'object_too_large',
      'too_many_sku_changes',
      'limit_reached',
    ],
  },
  'admin/products/variants/update': {
    operationId: 'updateVariants',
    summary: 'Change variants of a product',
    description:
      'Changes some variants of a product in one transaction, each by a merge patch (RFC 7396) that names its variant by `id`, else by `sku`, else by `option_values`; after the one that names it, the others are changes. `options` with the same numbers of options and values renames them, each in its place; anything else is refused: to add a value, replace the variants. Costs one token of the rate limit, and one more for each further 25 variants.',
    tag: 'Products',
    parameters: [id, REQUEST_HEADERS.IfMatch],
    body: {
      schema: 'VariantSetPatch',
      description: 'The changes.',
      example: { variants: [{ sku: first?.sku, price: 5900 }] },
    },
    answers: { 200: variants('The variants as they are now.') },
    problems: [
      'product_not_found',
      'precondition_failed',
      'sku_taken',
      'object_too_large',
      'too_many_sku_changes',
    ],
  },
  'admin/variants/list': {
    operationId: 'listVariants',
    summary: 'Find a variant by SKU',
    description:
      'Returns the variant with this SKU, of a product in any status, as a list; it is empty if there is none. `product_id` leads to its product.',
    tag: 'Products',
    parameters: QUERIES.variants,
    answers: {
      200: {
        description: 'The variant, or none.',
        schema: ref('FoundVariantList'),
        example: listExample({ ...first, product_id: ADMIN_VARIANTS.id }),
      },
    },
  },
} as const satisfies Record<string, OperationSpec>
