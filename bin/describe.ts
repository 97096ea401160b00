/**
 * `npm run describe`: writes `openapi.json` anew from the route table and the schemas.
 */
import { writeFileSync } from 'node:fs'
import { describeApi } from '../lib/description/describe.ts'

writeFileSync(new URL('../openapi.json', import.meta.url), `${JSON.stringify(describeApi(), null, 2)}\n`)
