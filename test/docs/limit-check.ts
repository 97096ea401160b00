/** The check of a limit: the figure in the code, or an attempt with something of a size. */
export type Check = { is: () => unknown } | { takes: (size: number) => unknown }

export const is = (figure: () => unknown): Check => ({ is: figure })
export const takes = (attempt: (size: number) => unknown): Check => ({ takes: attempt })

export const long = (length: number) => 'x'.repeat(length)
export const some = <T>(count: number, make: (n: number) => T) =>
  Array.from({ length: count }, (_, n) => make(n))

/** An object that is not refused; a refusal is thrown. */
export const passes = (attempt: () => unknown): boolean => {
  try {
    attempt()
    return true
  } catch {
    return false
  }
}
