/**
 * ISO 4217, list one, "minor unit": the currencies that have not two. Not asked of `Intl`, whose data say how amounts
 * are shown: it has none for the forint, the Colombian peso and others that have two.
 */
const DECIMALS = new Map<string, number>([
  ...decimals(0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'),
  ...decimals(3, 'BHD IQD JOD KWD LYD OMR TND'),
  ...decimals(4, 'CLF UYW'),
])

/** How many decimals a currency has: 2 where its minor unit is a hundredth. Prices are whole numbers of that unit. */
export const decimalsOf = (currency: string): number => DECIMALS.get(currency) ?? 2

function decimals(count: number, currencies: string): [currency: string, count: number][] {
  return currencies.split(' ').map((currency) => [currency, count])
}
