import * as v from 'valibot'
import { validator } from '../body/resource.ts'

const planName = v.strictObject({
  plan: v.string('must be a string'),
  summary: v.string('must be a string'),
})

/** Reads a body that carries a plan out: the plan's id and its summary. Throws `InvalidFields`. */
export const readPlanName: (value: unknown) => v.InferOutput<typeof planName> = validator(planName)
