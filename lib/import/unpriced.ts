/** Variants without a price. */

import { Unreadable } from '../domain/text/unreadable.ts'

/** An empty price of a variant. */
export class NoPrice extends Unreadable {}

/** The kind of a fault about something that is missing at this path: of a price it has one. */
export const noPriceAt = (path: string): { kind?: 'no_price' } =>
  /^(?:variants\.\d+\.)?price$/.test(path) ? { kind: 'no_price' } : {}

/** The fields of a variant that go with its price: a file without it leaves all of them. */
export const OF_PRICE = ['price', 'compare_at_price', 'is_enabled']

/** A new variant without a price: nobody can buy it until it has one and is enabled. */
export const NO_PRICE = { price: 0, is_enabled: false }

export const isUnpriced = ({ price }: Readonly<Record<string, unknown>>): boolean => price === undefined
