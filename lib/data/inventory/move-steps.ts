import type { StockMove } from '../../domain/stock-plan.ts'
import type { Step } from '../table/commit.ts'
import * as keys from '../table/keys.ts'
import { numberOf } from './stock-item.ts'

/**
 * The step that changes quantities of one product. Where a variant stays available, or stays sold out, the condition says
 * just that: sales beside it need no second try. Where that changes, the quantity must be the one that was read.
 */
export function moveStep(businessId: string, productId: string, moves: readonly StockMove[]): Step {
  const changes = moves.filter(({ delta }) => delta !== 0)
  const conditions = moves.map(conditionOf)
  return {
    write: {
      Update: {
        Key: keys.stockKey(businessId, productId),
        UpdateExpression: `ADD ${changes.map(({ variantId }) => addOf(numberOf(variantId))).join(', ')}`,
        ConditionExpression: conditions.map(({ text }) => text).join(' AND '),
        ExpressionAttributeValues: Object.fromEntries([
          ...changes.map(({ variantId, delta }) => [`:d${numberOf(variantId)}`, delta]),
          ...conditions.flatMap(({ value }) => (value ? [value] : [])),
        ]),
      },
    },
    // Read again: it may still be possible, or be refused for a reason that the caller is told.
    refusal: 'version_changed',
  }
}

const addOf = (n: number) => `q${n} :d${n}`

interface Condition {
  text: string
  value?: readonly [name: string, value: number]
}

/**
 * What must still be so. With backorders a variant is available whatever its quantity is: only the rule counts, which no
 * variant has without a quantity. Without them only the quantity counts: above 0 it is available and at 0 it is not, and
 * whoever allows backorders meanwhile makes it available in the same write. Where that changes, both count.
 */
function conditionOf({ variantId, delta, before, isExact }: StockMove): Condition {
  const n = numberOf(variantId)
  const { allow_backorder, quantity } = before
  const rule = `attribute_${allow_backorder ? 'exists' : 'not_exists'}(b${n})`
  if (isExact) return { text: `${rule} AND q${n} = :c${n}`, value: [`:c${n}`, quantity] }
  if (allow_backorder) return { text: rule }
  if (quantity > 0) return { text: `q${n} > :c${n}`, value: [`:c${n}`, Math.max(0, -delta)] }
  return { text: `q${n} <= :c${n}`, value: [`:c${n}`, Math.min(0, -delta)] }
}
