import { callQueue } from './queue-call.ts'

/** Puts a message into a queue, once. A function that sends often has the SDK's client. Throws if the queue does not take it. */
export async function sendMessage(queueUrl: string, message: object): Promise<void> {
  await callQueue(queueUrl, 'SendMessage', { MessageBody: JSON.stringify(message) })
}
