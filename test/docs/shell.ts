/** The values of shell variables; assignments add to them. */
export type Variables = Map<string, string>

/** A name at the beginning of a word that is nothing but an assignment. */
const ASSIGNMENT = /^([A-Za-z_]\w*)=(.*)$/s

/** Characters that have a meaning for a POSIX shell outside quotes, and that no page needs. */
const UNSUPPORTED = /[|;&<>()`*?[\]{}~!]/

/**
 * The commands of a block as the words a shell would make of them, one command after the other: quotes, comments,
 * `\` at the end of a line and `$NAME`, with assignments carried out on the way. It throws at anything else a shell
 * could read in a special way, so that no example means something here and something different to a reader.
 */
export function* commandsIn(text: string, variables: Variables): Generator<string[]> {
  const reader = new Reader(text, variables)
  for (let words = reader.command(); words; words = reader.command()) {
    const [, name, value] = ASSIGNMENT.exec(words[0] ?? '') ?? []
    if (name === undefined || value === undefined) yield words
    else if (words.length === 1) variables.set(name, value)
    else throw new Error(`an assignment before a command: ${words.join(' ')}`)
  }
}

class Reader {
  private at = 0
  private readonly text: string
  private readonly variables: Variables

  constructor(text: string, variables: Variables) {
    this.text = text
    this.variables = variables
  }

  /** The words up to the end of a line, or undefined at the end of the text. */
  command(): string[] | undefined {
    const words: string[] = []
    while (this.at < this.text.length) {
      if (this.take(/[ \t]+|\\\n|#[^\n]*/y) !== undefined) continue
      if (this.take(/\n/y) === undefined) words.push(this.word())
      else if (words.length > 0) return words
    }
    return words.length > 0 ? words : undefined
  }

  private word(): string {
    let word = ''
    for (let part = this.part(); part !== undefined; part = this.part()) word += part
    return word
  }

  /** A stretch of a word in one kind of quoting, or undefined at its end. */
  private part(): string | undefined {
    if (this.at >= this.text.length || this.take(/(?=[ \t\n]|\\\n)/y) !== undefined) return undefined
    const single = this.take(/'[^']*'/y)
    if (single !== undefined) return single.slice(1, -1)
    const double = this.take(/"(?:[^"\\]|\\.)*"/sy)
    if (double !== undefined)
      return this.expanded(double.slice(1, -1)).replace(/\\(["\\$])|(\\|`)/g, (found, escaped: string) => {
        if (escaped === undefined) throw new Error(`${found} in double quotes`)
        return escaped
      })
    const plain = this.take(/[^'"\\ \t\n]+/y)
    if (plain === undefined || UNSUPPORTED.test(plain.replace(/\$\{\w+\}/g, '')))
      throw new Error(
        `a shell would not read this as it stands: ${this.text.slice(this.at - 20, this.at + 40)}`,
      )
    return this.expanded(plain)
  }

  private expanded(text: string): string {
    return text.replace(/(?<!\\)\$(?:\{(\w+)\}|(\w+)|)/g, (found, braced?: string, bare?: string) => {
      const value = this.variables.get(braced ?? bare ?? '')
      if (value === undefined) throw new Error(`${found} has no value`)
      return value
    })
  }

  private take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at
    const taken = pattern.exec(this.text)?.[0]
    if (taken !== undefined) this.at += taken.length
    return taken
  }
}
