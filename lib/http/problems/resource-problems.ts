import type { ExistsReason, ResourceType, TakenReason } from '../../domain/resources.ts'
import { capital, Problem, type ProblemOptions } from './problem.ts'

type NotFoundCode = `${ResourceType}_not_found`

/**
 * The problem of an object that does not exist, or is another business's: the two look alike. `name` is that of the
 * resource's record; public functions do not load the records for it.
 */
export const notFound = (
  type: ResourceType,
  name: string = type,
  detail = `There is no such ${name}.`,
): Problem<NotFoundCode> => new Problem(`${type}_not_found`, [404, `${capital(name)} not found`], { detail })

/** The problem of an id that another object of the business has. */
export const exists = (code: ExistsReason, name: string): Problem<ExistsReason> =>
  new Problem(code, [409, `${capital(name)} exists`], {
    detail: `This business already has a ${name} with this id.`,
  })

/** The problem of a member, called `name`, whose value another object of the business has. */
export const taken = (code: TakenReason, name: string, options?: ProblemOptions): Problem<TakenReason> =>
  new Problem(code, [409, `${capital(name)} taken`], options)
