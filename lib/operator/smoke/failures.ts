/** A response differs from what the contract says. The check that throws it has failed; both texts are shown. */
export class Unexpected extends Error {
  override name = 'Unexpected'
  readonly expected: string
  readonly came: string

  constructor(expected: string, came: string) {
    super(`expected ${expected}, came ${came}`)
    this.expected = expected
    this.came = came
  }
}

/** The run was interrupted while a check waited. The check counts as skipped. */
export class Stopped extends Error {
  override name = 'Stopped'
}

const LONGEST = 300

/** A text from outside on one line: cut, controls shown and not obeyed, and no token or secret in it. */
export function shown(text: string): string {
  const line = text
    .replace(/sfk_\w+/gi, 'sfk_…')
    .replace(/whsec_[\w+/=]+/gi, 'whsec_…')
    .replace(/\s+/g, ' ')
    .replace(/\p{C}/gu, '�')
  const characters = [...line]
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST).join('')}…` : line
}
