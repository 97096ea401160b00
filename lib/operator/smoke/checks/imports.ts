import { hash } from 'node:crypto'
import type { JsonObject } from '../../../domain/body/json-object.ts'
import { asKey, type Check, type Context, has, pause } from '../context.ts'
import { described, expectHeader, expectSame, expectStatus, expectThat, jsonOf, textIn } from '../expect.ts'
import { beginImport, importFile, madeName } from '../made.ts'

/** True for an import that nobody has ended yet. */
export const isUnderWay = ({ status }: JsonObject) => status === 'queued' || status === 'running'

/** A function starts within seconds; five imports of other businesses can be in front of this one. */
const LOOKS = 60
const LOOK_MS = 1_000

const importPath = ({ made }: Context) => `/admin/imports/${has(made.import?.id)}`

const get = (context: Context, path: string) => context.client.send(path, { headers: asKey(context) })

/** Follows the import to its end. */
async function followed(context: Context): Promise<JsonObject> {
  let job: JsonObject = {}
  for (let look = 0; look < LOOKS; look++) {
    if (look > 0) await pause(context, LOOK_MS)
    const response = await get(context, importPath(context))
    expectStatus(response, 200)
    job = jsonOf(response)
    if (!isUnderWay(job)) {
      has(context.made.import).isGone = true
      return job
    }
  }
  expectThat(false, `the end of an import within ${(LOOKS * LOOK_MS) / 1_000} s`, job)
}

/** A file of one row, the product of the run: without `dry_run` it would change this one alone. */
export const imports: Check[] = [
  {
    name: 'a file for an import arrives byte for byte',
    needs: ['a product', 'no other import'],
    async run(context) {
      const response = await beginImport(context)
      expectStatus(response, 202)
      const job = jsonOf(response)
      const id = textIn(job, 'id')
      has(context.made.import).id = id
      const location = expectHeader(response, 'Location', /./)
      expectThat(location.endsWith(`/admin/imports/${id}`), `Location: …/admin/imports/${id}`, location)
      const body = importFile(context)
      const expected = [body.length, hash('sha256', body, 'hex'), true]
      expectSame('the bytes, their SHA-256 and "dry_run"', [job.bytes, job.sha256, job.dry_run], expected)
    },
  },
  {
    name: 'the import is carried out in the background, and its dry run changes nothing',
    needs: ['a product', 'an import'],
    async run(context) {
      const { status, reason, progress } = await followed(context)
      expectSame('the status and its reason', [status, reason], ['succeeded', null])
      const counted = { products: 1, products_total: 1, created: 0, updated: 1, unchanged: 0, refused: 0 }
      expectSame('the progress', progress, { ...counted, left_out: 0 })
      const response = await get(context, `/admin/products/by-external-id/${madeName(context)}`)
      expectStatus(response, 200)
      const isUnchanged = !String(jsonOf(response).name).endsWith(', imported')
      expectThat(isUnchanged, 'the product as it was', described(response))
    },
  },
]
