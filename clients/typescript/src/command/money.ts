/** ISO 4217, list one, "minor unit": the currencies that have not two. The data of `Intl` say how amounts are shown, which differs. */
const DECIMALS = new Map<string, number>([
  ...decimals(0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'),
  ...decimals(3, 'BHD IQD JOD KWD LYD OMR TND'),
  ...decimals(4, 'CLF UYW'),
])

function decimals(count: number, currencies: string): [currency: string, count: number][] {
  return currencies.split(' ').map((currency) => [currency, count])
}

/** `12.50 EUR`, of a price in the currency's minor unit. */
export function amount(price: number, currency: string): string {
  const count = DECIMALS.get(currency) ?? 2
  const digits = String(price).padStart(count + 1, '0')
  const whole = digits.slice(0, digits.length - count)
  return `${whole}${count > 0 ? `.${digits.slice(-count)}` : ''} ${currency}`
}
