/** The place of the first of sorted things that is not before what is looked for: how many there are, if all of them are. */
export function firstFrom(count: number, isBefore: (n: number) => boolean): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBefore(middle)) low = middle + 1
    else high = middle
  }
  return low
}
