import { callQueue } from './queue-call.ts'

/**
 * Puts a message into a queue. A function that sends often has the SDK's client. Throws if the queue does not accept it in `tries`
 * tries, of 3 s at most.
 */
export async function sendMessage(queueUrl: string, message: object, tries: number): Promise<void> {
  await callQueue(queueUrl, 'SendMessage', { MessageBody: JSON.stringify(message) }, tries)
}
