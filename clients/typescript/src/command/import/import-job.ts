/** An import of the API: a file that the API brings into the business. */
export interface ImportJob {
  id: string
  status: 'queued' | 'running' | 'succeeded' | 'partly_succeeded' | 'failed' | 'cancelled'
  reason: string | null
  detail: string | null
  dry_run: boolean
  rows: number | null
  progress: {
    products: number
    products_total: number | null
    created: number
    updated: number
    unchanged: number
    refused: number
    left_out: number
  }
  faults_total: number
  notices: { code: string; detail: string }[]
}

/** A row that was refused or left out, and why. */
export interface ImportFault {
  row: number
  line: number | null
  name: string | null
  external_id: string | null
  outcome: string
  reasons: string[]
}

/** True while more can happen to the rows of an import. */
export const isRunning = ({ status }: ImportJob): boolean => status === 'queued' || status === 'running'
