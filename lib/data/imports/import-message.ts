import { isImportId, isOver } from '../../domain/imports/import-job.ts'
import { isUuid } from '../../domain/text/identifiers.ts'
import { queueUrl } from '../../environment.ts'
import { logLine } from '../../log.ts'
import { countMessages } from '../sqs/count-messages.ts'
import { sendMessage } from '../sqs/send-message.ts'
import { type ImportItem, isStalled } from './import-item.ts'

/** A message in the queue: that a run of an import can begin. */
interface ImportMessage {
  business_id: string
  import_id: string
}

/** Nobody sends it again at once: who looks at the import next does, or the sweep. */
const TRIES = 3

/** Has a run of an import begin. Throws if the queue does not take the message. */
export async function sendImport(businessId: string, importId: string): Promise<void> {
  const message: ImportMessage = { business_id: businessId, import_id: importId }
  return sendMessage(queueUrl('imports'), message, TRIES)
}

/** A message that was sent arrives well before this. */
export const ARRIVED_AFTER_MS = 60_000

/** True for an import that nobody has worked on for a minute, although it is not over: its message can be lost. */
export const isLeft = (item: Pick<ImportItem, 'status' | 'run' | 'lease_until'>, now: number): boolean =>
  !isOver(item) && item.lease_until + ARRIVED_AFTER_MS <= now && !isStalled(item, now)

/** True if no message of any import waits or is being worked on. Throws if the queue does not say so. */
export const hasNoMessages = async (): Promise<boolean> => (await countMessages(queueUrl('imports'))) === 0

/**
 * Sends the message of an import once more if nobody has worked on it for a minute and the queue has no message of any: it
 * can be lost between the request and the queue. While others wait, this one most likely waits with them. Never throws: who
 * reads the import next sends it, or the sweep.
 */
export async function sendAgain(
  businessId: string,
  item: Pick<ImportItem, 'id' | 'status' | 'run' | 'lease_until'>,
  now = Date.now(),
): Promise<void> {
  if (!isLeft(item, now)) return
  try {
    if (await hasNoMessages()) await sendImport(businessId, item.id)
  } catch (error) {
    logLine('error', 'import', { business_id: businessId, import_id: item.id, error: String(error) })
  }
}

/** The import in a message, or undefined if the message names none. */
export function readImportMessage(body: string): ImportMessage | undefined {
  const [, business_id = '', import_id = ''] =
    /^\{"business_id":"([^"]+)","import_id":"([^"]+)"\}$/.exec(body) ?? []
  return isUuid(business_id) && isImportId(import_id) ? { business_id, import_id } : undefined
}
