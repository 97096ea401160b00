import type { ExistsReason, NamedType, TakenReason } from '../../../domain/resources.ts'
import { capital, Problem } from './problem.ts'
import type { UniqueRule } from './resource-rules.ts'

type NotFoundCode = `${NamedType}_not_found`

/**
 * The problem of an object that does not exist, or is another business's: the two look alike. `name` is that of the
 * resource's record; public functions do not load the records for it.
 */
export const notFound = (
  type: NamedType,
  name: string = type,
  detail = `There is no such ${name}.`,
): Problem<NotFoundCode> => new Problem(`${type}_not_found`, [404, `${capital(name)} not found`], { detail })

/** The problem of a product that public reads do not show: it may exist as a draft, archived or at another business. */
export const notPublished = () =>
  notFound('product', undefined, 'No product with this id or slug is published.')

/** The problem of an id that another object of the business has. */
export const exists = (code: ExistsReason, name: string): Problem<ExistsReason> =>
  new Problem(code, [409, `${capital(name)} exists`], {
    detail: `This business already has a ${name} with this id.`,
  })

/** The rule of a value that is taken, and the product that has it, if that is known. */
export type TakenRule = UniqueRule & { productId?: string | undefined }

/**
 * The problem of values that other objects of the business have; its code is that of `rule`. `all` are the rules of all
 * these values, and `root` is the pointer to the object that has them too.
 */
export const taken = (
  { code, name, of, ofMany }: UniqueRule,
  all: readonly TakenRule[],
  root: string,
): Problem<TakenReason> =>
  new Problem(code, [409, `${capital(name)} taken`], {
    detail:
      all.length === 1
        ? `Another ${of} of this business has this ${name}.`
        : `Other ${ofMany} of this business have these values: ${[...new Set(all.map((rule) => rule.name))].join(', ')}.`,
    errors: all.map((rule) => ({
      pointer: `${root}/${rule.member}`,
      code: rule.code,
      detail: `belongs to another ${of}`,
      ...(rule.productId !== undefined && { product_id: rule.productId }),
    })),
  })
