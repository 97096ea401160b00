import { isJsonObject, type JsonObject } from '../../../domain/body/json-object.ts'

/** The variants or changes of stock that one token of the rate limit pays for, at every endpoint. */
export const WRITES_PER_TOKEN = 25

/** The tokens that a write of this many variants or changes of stock costs: one, and one more for each further 25. */
export const costOf = (writes: number): number => Math.max(1, Math.ceil(writes / WRITES_PER_TOKEN))

/** The tokens that a body of a product costs, with or without variants. */
export const costOfVariants = ({ variants }: JsonObject): number =>
  costOf(Array.isArray(variants) ? variants.length : 0)

/** The tokens that an operation of a bulk request costs, whatever it is. */
export const costOfOperation = (operation: unknown): number =>
  isJsonObject(operation) && isJsonObject(operation.data) ? costOfVariants(operation.data) : 1

/** The tokens that a bulk request costs. */
export const costOfBulk = ({ operations }: { operations: readonly unknown[] }): number =>
  operations.reduce<number>((sum, operation) => sum + costOfOperation(operation), 0)
