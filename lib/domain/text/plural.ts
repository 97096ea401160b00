/** The word for `n` of a thing: `one`, or `many`, which is `one` with an s unless said. */
export const plural = (n: number, one: string, many = `${one}s`): string => (n === 1 ? one : many)
