import { documentationAnswer } from '../../lib/api/http/documentation/documentation.ts'
import { readPages } from '../../lib/api/http/documentation/pages.ts'
import { endpoint } from '../../lib/api/http/endpoint.ts'

/** Its bundle has them in the same folder (lib/infra/bundle.ts). */
const pages = readPages(`${import.meta.dirname}/pages`)

/** GET /docs and GET /docs/{page}: the documentation of this API, for people. Looks at no tenant and no data. */
export const handler = endpoint(async ({ pathParameters, headers }) =>
  documentationAnswer(pages, pathParameters?.page, headers),
)
