import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { type Patience, updateItem } from '../table/calls/writer.ts'
import { type AttributeChange, updateOf, when } from '../table/expressions.ts'
import type { Key } from '../table/keys.ts'

/**
 * One number says how full a bucket is (GCRA, the generic cell rate algorithm): `tat`, the theoretical time at which
 * it is full again, here in microseconds since the epoch. Each token that is taken puts it off by what a token takes
 * to come back; the bucket is empty when that is `burst` tokens ahead of now.
 */
export interface RateItem {
  tat: number
  last_used_at: string
  /** Names the call that took last, so that a repeated try knows its own. */
  last_take: string
}

/** One taking; its times and its price are in microseconds. */
export interface Take {
  key: Key
  now: number
  price: number
  /** The latest `tat` that it may be taken from. */
  emptiest: number
  /** Names this call. */
  id: string
}

/** The outcome of a try to take tokens, with the bucket's `tat` after it, in microseconds since the epoch. */
export interface TakeOutcome {
  isTaken: boolean
  tat: number
}

/** Out of a full bucket. If it is not full, what it is instead. */
export const takeFromFull = (take: Take, patience: Patience) =>
  tryTake(take, patience, {
    set: { tat: take.now + take.price },
    if: when`attribute_not_exists(#tat) OR #tat <= ${take.now}`,
  })

/** Out of one that is not full. If it is too empty, or full after all because its item was deleted, what it is. */
export const takeFurther = (take: Take, patience: Patience) =>
  tryTake(take, patience, {
    add: { tat: take.price },
    if: when`#tat > ${take.now} AND #tat <= ${take.emptiest} AND NOT #last_take = ${take.id}`,
  })

/**
 * Puts tokens back. If the item was deleted meanwhile, the bucket is full. Carried out twice, it would let the key have more
 * than its limit: that takes a lost response and another call between two tries.
 */
export const putBack = (take: Omit<Take, 'emptiest'>, patience: Patience) =>
  tryTake(take, patience, {
    add: { tat: -take.price },
    if: when`attribute_exists(#tat) AND NOT #last_take = ${take.id}`,
  })

/**
 * A try whose response was lost is repeated, and its condition does not hold if it was carried out: the item has the
 * id of the call then, and that confirms it. Only if another call was let in between the two are tokens
 * taken twice: the limit is then a little lower than it should be, never higher.
 */
async function tryTake(
  { key, now, id }: Pick<Take, 'key' | 'now' | 'id'>,
  patience: Patience,
  { set, ...update }: AttributeChange,
): Promise<TakeOutcome> {
  const last_used_at = new Date(now / 1000).toISOString()
  const input: Parameters<typeof updateItem>[0] = {
    Key: key,
    ...updateOf({ set: { ...set, type: 'rate', last_used_at, last_take: id }, ...update }),
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  }
  try {
    const { tat } = await updateItem<RateItem>(input, patience)
    return { isTaken: true, tat }
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error
    const { tat, last_take } = error.Item ?? {}
    return { isTaken: last_take?.S === id, tat: Number(tat?.N ?? 0) }
  }
}
