/** The proxy's reaction to a call: a response of its own, none, half of one, or an end of the connection. */
export type Reaction = { status: number; body: object | string } | 'silence' | 'stall' | 'reset' | 'cut'

/** One write of a transaction, as far as faults look at it. */
export type SentWrite = Record<string, { ConditionExpression?: string }>

/**
 * A call that is turned away, not done, done, without an answer in time, second to another writer, met by a transaction of
 * another writer, or refused for its content.
 */
export type FaultKind = 'turned away' | 'not done' | 'done' | 'no answer' | 'second' | 'met' | 'refused'

/**
 * True in `npm run prove -- faults`: everything is tried at each call of each scenario. In the suite one fault of each
 * kind is, a quarter of them with each run, and everything at the scenarios that stand for a client of the table.
 */
export const IS_WHOLE = process.env.STOREFRONT_FAULTS === 'whole'

/** One way in which a call to the table goes wrong. */
export interface Fault {
  name: string
  /** True if the table carries the call out first, and only its answer is lost. */
  isCarriedOut?: boolean
  /** True if it is a fault of transactions, or no other one for a call that changes nothing. */
  isOfTransactions?: boolean
  /** True if it is a fault of a single Put, Update or Delete. */
  isOfSingleWrites?: boolean
  /** True if a repetition must be a new transaction. */
  isConflict?: boolean
  /** True if no repetition helps: it is a mistake of this program, and the response is a 500. */
  isFinal?: boolean
  /** Set on one fault of each kind that a retry tells apart. */
  kind?: FaultKind
  /** So long the call is under way before anything happens to it. */
  delayMs?: number
  /** A call that there is no reaction to is only late. */
  reaction?: (writes: readonly SentWrite[]) => Reaction
}

const says = (type: string, status = 400, members: object = {}) => ({
  status,
  body: { __type: `com.amazonaws.dynamodb.v20120810#${type}`, message: type, ...members },
})

/** A cancellation for the sake of one of its writes. */
export const cancelled = (writes: readonly SentWrite[], at: number, code: string) =>
  says('TransactionCanceledException', 400, {
    CancellationReasons: writes.map((_, n) => ({ Code: n === at ? code : 'None' })),
  })

const serverError = () => says('InternalServerError', 500)
const lost = { isCarriedOut: true, isOfTransactions: true }

export const CONFLICT: Fault = {
  name: 'conflict',
  isOfTransactions: true,
  isConflict: true,
  kind: 'second',
  reaction: (writes) => cancelled(writes, writes.length - 1, 'TransactionConflict'),
}
export const LOST_ANSWER: Fault = { name: 'reset after', ...lost, reaction: () => 'reset' }

/**
 * Everything that the table, the service before it and the network do to a call. A retry tells seven kinds apart. The
 * faults without a `kind` differ from one that has it only in how their error looks (`isPassing`, `isUncertain` in
 * lib/data/table/calls/table-fault.ts), which one scenario of each client shows.
 */
export const FAULTS: readonly Fault[] = [
  { name: 'throttled', kind: 'turned away', reaction: () => says('ThrottlingException') },
  { name: '500 before', kind: 'not done', reaction: serverError },
  { name: '500 after', ...lost, kind: 'done', reaction: serverError },
  {
    name: 'no service',
    reaction: () => ({ status: 503, body: '<html>Service Unavailable</html>' }),
  },
  { name: 'silence before', kind: 'no answer', reaction: () => 'silence' },
  { name: 'silence after', ...lost, reaction: () => 'silence' },
  { name: 'stalled', isCarriedOut: true, reaction: () => 'stall' },
  { name: 'reset before', reaction: () => 'reset' },
  LOST_ANSWER,
  { name: 'cut short', isCarriedOut: true, reaction: () => 'cut' },
  CONFLICT,
  { name: 'in progress', isOfTransactions: true, reaction: () => says('TransactionInProgressException') },
  // No engine makes it: a transaction is just writing the item (API reference, PutItem).
  {
    name: 'conflict of one',
    isOfSingleWrites: true,
    kind: 'met',
    reaction: () => says('TransactionConflictException'),
  },
  // An expression over 4 KB, an item over 400 KB or an empty key, which DynamoDB and engines judge in different ways.
  { name: 'refused', isFinal: true, kind: 'refused', reaction: () => says('ValidationException') },
]

/** The faults of a call that is no transaction, and that succeeds when it is made again. */
export const PASSING: readonly Fault[] = FAULTS.filter(
  ({ isOfTransactions, isFinal }) => !isOfTransactions && !isFinal,
)

export const REFUSED: Fault | undefined = FAULTS.find(({ kind }) => kind === 'refused')

/** True if a fault can befall a call of this operation. */
export const canMeet = (
  operation: string | undefined,
  { isOfTransactions, isOfSingleWrites }: Fault,
): boolean =>
  isOfTransactions
    ? operation === 'TransactWriteItems'
    : !isOfSingleWrites || SINGLE_WRITES.some((one) => one === operation)

const SINGLE_WRITES = ['PutItem', 'UpdateItem', 'DeleteItem']
