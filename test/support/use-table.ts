import { inject } from 'vitest'
import { forgetClient } from '../../lib/data/table/calls/writer.ts'
import { useBucket, useTable } from '../../lib/environment.ts'
import { answerHere } from './in-worker/worker.ts'

declare global {
  /** Vitest's own, which `inject` reads: each worker has a base URL of its own, and only the main process can provide. */
  var __vitest_worker__: { providedContext: { baseUrl: string } }
}

const fault = inject('stackFault')
if (fault !== null) throw new Error(fault)

const api = inject('apiOfRun')
if (api) globalThis.__vitest_worker__.providedContext.baseUrl = await answerHere(api)

useTable(inject('table'))
useBucket(inject('bucket'), `${new URL(inject('baseUrl')).origin}/media`)
forgetClient()
