import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { OpenApi } from '../../lib/description/openapi.ts'

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
    macro: (values: unknown[]) => ({ enum: values }),
  })
  ajv.addSchema({ $id: 'description', ...description })
  return ajv
}
