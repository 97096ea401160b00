import { ratio } from '../measure/statistics.ts'
import type { Spread } from './figures.ts'

/** A line of a table. Costs: less is better, and a goal is met by what is not above it. */
export interface Row {
  figure: string
  value: Spread | number
  baseline?: Spread | number | undefined
  /** Digits behind the point of value and baseline. */
  digits?: number
  goal?: Goal | undefined
}

/** What a row is judged by: its value, or how many times the baseline it is. */
export interface Goal {
  of: 'value' | 'ratio'
  target: number
  moonshot?: number
}

/** The cells of a row: figure, value, baseline, ratio, target, moonshot, whether they are met. */
export function rowCells({ figure, value, baseline, digits = 0, goal }: Row): string[] {
  const ratio = baseline === undefined ? undefined : quotient(value, baseline)
  const judged = goal && (goal.of === 'value' ? value : ratio)
  const shownGoal = (limit: number | undefined) => {
    if (limit === undefined || !goal) return ''
    return goal.of === 'value' ? shown(limit, digits) : `${limit}x`
  }
  return [
    figure,
    shown(value, digits),
    baseline === undefined ? '' : shown(baseline, digits),
    ratio === undefined ? '' : `${shown(ratio, 2)}x`,
    shownGoal(goal?.target),
    shownGoal(goal?.moonshot),
    goal && judged !== undefined ? verdict(middle(judged), goal) : '',
  ]
}

const verdict = (value: number, { target, moonshot }: Goal) =>
  moonshot !== undefined && value <= moonshot ? 'moonshot' : value <= target ? 'yes' : 'no'

const middle = (value: Spread | number) => (typeof value === 'number' ? value : value.median)

const quotient = (value: Spread | number, baseline: Spread | number): Spread | number =>
  typeof value === 'number' || typeof baseline === 'number'
    ? middle(value) / middle(baseline)
    : ratio(value, baseline)

function shown(value: Spread | number, digits: number): string {
  const text = (n: number) =>
    n.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return typeof value === 'number' ? text(value) : `${text(value.median)} (${text(value.min)})`
}
