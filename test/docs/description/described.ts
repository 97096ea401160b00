import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { OpenApi } from '../../../lib/docs/description/openapi.ts'

/** The type of an event that tests plant as that of a newer version: the one further value that answers may have. */
export const NEWER_EVENT_TYPE = 'product.telepathic'

/**
 * A validator that knows a description as `description#/…`. A list of the values known today is held to, though clients
 * must reckon with more.
 */
export function validatorOf(description: OpenApi): Ajv2020 {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictTypes: false, strictRequired: false })
  addFormats.default(ajv)
  ajv.addVocabulary(['example', 'discriminator', ...Object.keys(description)])
  ajv.addKeyword({
    keyword: 'x-extensible-enum',
    schemaType: 'array',
    macro: (values: unknown[]) => ({ enum: [...values, NEWER_EVENT_TYPE] }),
  })
  ajv.addSchema({ $id: 'description', ...description })
  return ajv
}
