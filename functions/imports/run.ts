import type { SQSEvent } from 'aws-lambda'
import { readImportMessage } from '../../lib/data/imports/import-message.ts'
import { asTenant } from '../../lib/data/table/calls/tenant-guard.ts'
import { localAddresses } from '../../lib/domain/local-addresses.ts'
import { allowsLoopback } from '../../lib/environment.ts'
import { runImport } from '../../lib/import/run/run-import.ts'
import { logged, logLine } from '../../lib/log.ts'

localAddresses.areAllowed = allowsLoopback()

/** The queue: works on an import. What it throws brings the message back. */
export const handler = async ({ Records }: SQSEvent): Promise<void> => {
  for (const { body, messageId: message_id } of Records) {
    const beganMs = performance.now()
    const message = readImportMessage(body)
    if (!message) {
      const error = 'a message of the queue cannot be read'
      logLine('error', 'import', { error, message_id })
      continue
    }
    const { business_id, import_id } = message
    const { status } = await logged('import', { message_id, business_id, import_id }, () =>
      asTenant(business_id, () => runImport(business_id, import_id)),
    )
    const duration_ms = Math.round(performance.now() - beganMs)
    logLine('info', 'import', { business_id, import_id, status, duration_ms })
  }
}
