/** Marks of letters, and the currencies that they can mean. English texts do not have all of them. */
const OF_LETTERS: Readonly<Record<string, readonly string[]>> = {
  zł: ['PLN'],
  kr: ['SEK', 'NOK', 'DKK', 'ISK'],
  Kč: ['CZK'],
  Ft: ['HUF'],
  lei: ['RON', 'MDL'],
  лв: ['BGN'],
  руб: ['RUB'],
  грн: ['UAH'],
  Fr: ['CHF'],
  Rp: ['IDR'],
  RM: ['MYR'],
  Rs: ['INR', 'PKR', 'LKR', 'NPR'],
  円: ['JPY'],
  元: ['CNY', 'TWD'],
  원: ['KRW'],
}

/** Marks of letters that can be next to an amount. */
export const WRITTEN_MARKS: readonly string[] = Object.keys(OF_LETTERS)

/** The symbols of a currency, by its ISO code: a file has many prices in the same one. */
const SYMBOLS = new Map<string, readonly string[]>()

/**
 * True if what is written next to an amount can mean this currency: its ISO code, one of its symbols, or its sign after
 * the first letters of the code, as in `US$`. `$` alone can mean every dollar.
 */
export function canMean(mark: string, currency: string): boolean {
  if (OF_LETTERS[mark]?.includes(currency)) return true
  const symbols = SYMBOLS.get(currency) ?? symbolsOf(currency)
  SYMBOLS.set(currency, symbols)
  const [, letters = '', sign = ''] = /^([A-Z]*)(\p{Sc})$/u.exec(mark) ?? []
  return (
    mark === currency || symbols.includes(mark) || (currency.startsWith(letters) && symbols.includes(sign))
  )
}

/** The symbols in CLDR, as English texts have them: `CA$` and `$`. */
function symbolsOf(currency: string): string[] {
  return (['symbol', 'narrowSymbol'] as const).flatMap((currencyDisplay) =>
    new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay })
      .formatToParts(0)
      .filter(({ type }) => type === 'currency')
      .map(({ value }) => value),
  )
}
