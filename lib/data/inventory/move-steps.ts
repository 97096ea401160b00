import type { StockMove } from '../../domain/stock/stock-plan.ts'
import type { Step } from '../table/commit.ts'
import * as keys from '../table/keys.ts'
import { numberOf } from './stock-item.ts'

/** The time of the adjustment in milliseconds since the epoch, and the spread of those that come next (`inTurns`). */
interface Adjusting {
  time: number
  spreadMs: number
}

/**
 * The step that changes quantities of one product. Each of them must be the one that was read, so that the event has the
 * right quantities, and no adjustment with a later time, and so a larger id of its event, may have come first.
 */
export function moveStep(
  businessId: string,
  productId: string,
  moves: readonly StockMove[],
  { time, spreadMs }: Adjusting,
): Step {
  const changes = moves.filter(({ delta }) => delta !== 0)
  const added = changes.map(({ variantId }, place) => `q${numberOf(variantId)} :d${place}`).join(', ')
  return {
    write: {
      Update: {
        Key: keys.stockKey(businessId, productId),
        UpdateExpression: `SET adjusted_at = :time, spread = :spread${added && ` ADD ${added}`}`,
        ConditionExpression: [
          '(attribute_not_exists(adjusted_at) OR adjusted_at < :time)',
          ...moves.map(conditionOf),
        ].join(' AND '),
        ExpressionAttributeValues: Object.fromEntries([
          [':time', time],
          [':spread', spreadMs],
          ...changes.map(({ delta }, place) => [`:d${place}`, delta]),
          ...moves.flatMap(({ before: { quantity, sku } }, place) => [
            [`:c${place}`, quantity],
            ...(sku === null ? [] : [[`:s${place}`, sku]]),
          ]),
        ]),
      },
    },
    // Read again: it may still be possible, or be refused for a reason that is reported.
    refusal: 'version_changed',
  }
}

/**
 * That a variant still has its quantity, its rule for backorders, and the SKU by which it may have been named. Values have
 * the names of their places, which are short: of 48 variants with long numbers an expression still has less than 4 KB.
 */
function conditionOf({ variantId, before: { allow_backorder, sku } }: StockMove, place: number): string {
  const n = numberOf(variantId)
  const rule = `attribute_${allow_backorder ? 'exists' : 'not_exists'}(b${n})`
  return [`q${n} = :c${place}`, rule, ...(sku === null ? [] : [`s${n} = :s${place}`])].join(' AND ')
}
