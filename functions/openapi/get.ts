import { representation } from '../../lib/api/http/answer/answer.ts'
import { endpoint } from '../../lib/api/http/endpoint.ts'
import { ADVERTISING, readParameters } from '../../lib/api/http/parameters/parameters.ts'
import description from '../../openapi.json' with { type: 'json' }

const json = JSON.stringify(description)

/** GET /openapi.json: the description of this API. Looks at no tenant and no data. */
export const handler = endpoint(async (event) => {
  readParameters(event.rawQueryString, {}, { ignored: ADVERTISING })
  return representation(json, event.headers, 'public')
})
