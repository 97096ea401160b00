import { randomUUID } from 'node:crypto'
import { type Key, RETRY_PREFIX } from '../../lib/data/table/keys.ts'
import { useTable } from '../../lib/environment.ts'
import { ensureTable } from '../../lib/local/dynamodb/table.ts'
import { Simulation } from '../delivery/simulation/simulation.ts'
import { type TableCall, watchTable } from '../delivery/simulation/tasks.ts'
import type { ProvenStack } from './stack.ts'

const text = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' as const })

/**
 * A table of the proof's own in the engine of the stack, whose functions do not know it: deliveries are simulated on it.
 * Without indexes, which nothing here reads.
 */
export async function useOwnTable({ table: { endpoint } }: ProvenStack): Promise<void> {
  const name = `events-${randomUUID()}`
  const create = {
    TableName: name,
    BillingMode: 'PAY_PER_REQUEST' as const,
    AttributeDefinitions: ['pk', 'sk'].map(text),
    KeySchema: [
      { AttributeName: 'pk', KeyType: 'HASH' as const },
      { AttributeName: 'sk', KeyType: 'RANGE' as const },
    ],
  }
  await ensureTable(endpoint, { create, timeToLiveAttribute: undefined })
  useTable({ name, endpoint })
}

/** The figures of the runs' calls to the table. */
export interface TableFigures {
  /** Writes by the partition. */
  writes: Map<string, number>
  /** Their write units by the partition, from the sizes of items as JSON, which are about those of DynamoDB. */
  writeUnits: Map<string, number>
  /** Queries for what is due, the rows that they read, and how many more one read than were due, at most. */
  looks: number
  rows: number
  mostBeyond: number
}

/**
 * Has a business in a simulation, and counts what its runs call meanwhile. A row is due by the clock of the run that looks
 * for it, which is at most so much ahead.
 */
export async function simulate<T>(
  work: (world: Simulation, business: string, figures: TableFigures) => Promise<T>,
  clocksApartMs = 0,
): Promise<T> {
  const world = new Simulation()
  const { figures, stop } = countCalls(() => world.clock.now + clocksApartMs)
  try {
    return await work(world, randomUUID(), figures)
  } finally {
    stop()
  }
}

/** Counts from now on what runs call. `now` says up to when a row is due. */
function countCalls(now: () => number): { figures: TableFigures; stop: () => void } {
  const [writes, writeUnits] = [new Map<string, number>(), new Map<string, number>()]
  const figures = { writes, writeUnits, looks: 0, rows: 0, mostBeyond: 0 }
  const see = ({ name, input, output }: TableCall) => {
    const partition = partitionWritten(name, input)
    if (partition !== undefined) {
      writes.set(partition, (writes.get(partition) ?? 0) + 1)
      writeUnits.set(partition, (writeUnits.get(partition) ?? 0) + unitsOf(input))
    }
    const look = name === 'QueryCommand' ? lookIn(input, output) : undefined
    if (!look) return
    const due = look.times.filter((time) => Date.parse(time) <= now()).length
    figures.looks++
    figures.rows += look.scanned
    figures.mostBeyond = Math.max(figures.mostBeyond, look.scanned - due)
  }
  return { figures, stop: watchTable(see) }
}

interface WriteInput {
  Key?: Key
  Item?: Key
}

const partitionWritten = (name: string, { Key, Item }: WriteInput): string | undefined =>
  /^(Put|Update|Delete)Command$/.test(name) ? (Key ?? Item)?.pk : undefined

/** An item that is put counts each KB; what else is written here is smaller. */
const unitsOf = ({ Item }: WriteInput) => (Item ? Math.ceil(JSON.stringify(Item).length / 1_024) : 1)

interface QueryInput {
  ExpressionAttributeValues?: Record<string, unknown>
}

interface QueryOutput {
  ScannedCount?: number
  Items?: Key[]
}

/** The rows that a Query for due deliveries has read: their times and their number; undefined for any other Query. */
function lookIn({ ExpressionAttributeValues = {} }: QueryInput, { ScannedCount, Items = [] }: QueryOutput) {
  const isLook = Object.values(ExpressionAttributeValues).includes(RETRY_PREFIX)
  if (!isLook) return undefined
  return {
    scanned: ScannedCount ?? Number.POSITIVE_INFINITY,
    times: Items.filter(({ sk }) => sk.startsWith(RETRY_PREFIX)).map(({ sk }) => sk.split('#')[1] ?? ''),
  }
}
