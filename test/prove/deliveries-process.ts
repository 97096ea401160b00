/**
 * `deliveries-process.ts <assembly> <data folder> <port> <deliveries at a time>`: the stack as `npm run dev` runs it, in a
 * process that can be killed. It finds the functions bundled: to bundle them takes much longer than all else.
 */
import { startStack } from '../../lib/local/stack.ts'
import { readAssembly } from '../../lib/local/template/assembly.ts'
import { resourcesOfType } from '../../lib/local/template/template.ts'

/** A request to the process: for the number of messages in the dead-letter queue, or for a sweep. */
export type Question = 'dead letters' | 'sweep'

const [, , assemblyDir = '', dataDir = '', port = '', mostDeliveries = ''] = process.argv
process.once('disconnect', () => process.exit())
const stack = await startStack({
  assemblyDir,
  dataDir,
  port: Number(port),
  mostBackgroundInstances: Number(mostDeliveries) || undefined,
})

/** Fires every rule of the template, as if its hour had come. */
async function sweep(): Promise<void> {
  const { template } = await readAssembly(assemblyDir)
  for (const { logicalId } of resourcesOfType(template, 'AWS::Events::Rule')) await stack.fire(logicalId)
}

async function deadLetters(): Promise<number> {
  const { QueueUrls } = await stack.queue('ListQueues', {})
  const url = (Array.isArray(QueueUrls) ? QueueUrls : []).find((one) => String(one).includes('DeadLetters'))
  const { Attributes } = await stack.queue('GetQueueAttributes', {
    QueueUrl: String(url),
    AttributeNames: ['ApproximateNumberOfMessages'],
  })
  return Number(Object.values(Attributes ?? {})[0])
}

process.on('message', async (question: Question) => {
  if (question === 'sweep') await sweep()
  process.send?.(await deadLetters())
})
const { baseUrl, table } = stack
process.send?.({ baseUrl, table })
