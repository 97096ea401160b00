/**
 * The rule for a piece of an example that is different on every run. `documented` finds such a piece on a page,
 * `answered` is the pattern of the text in its place; without it, the same pattern again.
 */
interface Rule {
  documented: RegExp
  answered?: RegExp
  /** True if the piece stands for one and the same thing wherever the page has it, in commands too. */
  isName: boolean
  /** True if it is compared as it is when a command has sent it. */
  isSent?: true
}

/** The whole list. The first that fits decides; everything else is compared letter by letter. */
const RULES: Record<string, Rule> = {
  /** Ids of objects, requests and (behind `evt_`) events. */
  uuid: { documented: /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/, isName: true, isSent: true },
  time: { documented: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/, isName: false, isSent: true },
  /** How the operator's lists show a key. */
  shortKey: { documented: /sfk_[0-9A-Za-z]{4}…[0-9A-Za-z]{4}/, isName: false },
  /** A secret, of which a page shows the beginning only. */
  token: { documented: /sfk_\w*…/, answered: /sfk_[0-9A-Za-z]{49}/, isName: true },
  /** In the tag of a version, `"1795165778000.3"`, when the object was made; its version is compared. */
  madeAt: { documented: /(?<=")\d{13}(?=\.\d+")/, isName: true },
  /** The tag of a public answer; how it is coded, `-br`, is compared. */
  digest: { documented: /(?<=")[\w-]{22}(?=(?:-br|-gzip)?")/, isName: true },
  /** Of a running stack: of its pictures, and of the pages of its shop. */
  origin: { documented: /http:\/\/localhost:3000/, answered: /http:\/\/localhost:\d+/, isName: true },
  /** The id of a picture, which follows from its bytes, in its address. */
  picture: { documented: /(?<=\/media\/[\w-]+\/)[0-9a-f]+…/, answered: /[0-9a-f]{64}/, isName: true },
  /** The random id of a plan, of which the pages have one. */
  plan: { documented: /b3JkZXIgNDcx/, answered: /[\w-]{12}/, isName: true },
  cursor: { documented: /(?<=cursor=)[\w-]+…/, answered: /[\w-]+/, isName: true },
  /** The tokens left of a rate limit, and the seconds until there is one more. */
  pace: { documented: /(?<=;[rt]=)\d+/, isName: false },
}

/** The same by the member whose whole value it is. */
const MEMBERS: Record<string, Rule> = {
  next_cursor: { documented: /[\w-]+…/, answered: /[\w-]+/, isName: true },
  prefix: { documented: /sfk_[0-9A-Za-z]{4}/, isName: false },
  last4: { documented: /[0-9A-Za-z]{4}/, isName: false },
}

/** Anything at all, at least one character: a text that is too long to be shown whole. */
const ELLIPSIS: Rule = { documented: /…/, answered: /.+/, isName: false }

/** The actual values of the pieces of one page in one run, learned from its responses as they come. */
export class Placeholders {
  private readonly known: Map<string, string>
  /** Everything that was sent, as the page has it. */
  private sent = ''

  constructor(known: Iterable<[documented: string, actual: string]>) {
    this.known = new Map(known)
  }

  /** Text of a command with what the answers before it gave in the place of what the page shows. */
  filledIn(text: string): string {
    this.sent += text
    const pieces = [...this.known.keys()].sort((a, b) => b.length - a.length)
    const anyPiece = new RegExp(pieces.map((piece) => `(?<![^\\W_])${escaped(piece)}(?!\\w)`).join('|'), 'g')
    return text.replace(anyPiece, (piece) => this.known.get(piece) ?? piece)
  }

  /** True if a text is what the page says it is; what its pieces stand for is remembered then. */
  matches(documented: string, answered: string, member = ''): boolean {
    const { pattern, pieces } = this.patternOf(documented, member)
    const match = new RegExp(`^${pattern}$`, 's').exec(answered)
    if (!match) return false
    return pieces.every((piece, n) => this.learn(piece, match[n + 1] ?? ''))
  }

  /** False if one thing had two names, or two things one: an example would speak of another object than it seems to. */
  private learn(piece: string, actual: string): boolean {
    const others = [...this.known].filter(([other]) => other !== piece)
    if (isUuid(piece) && others.some(([, known]) => known === actual)) return false
    if ((this.known.get(piece) ?? actual) !== actual) return false
    this.known.set(piece, actual)
    return true
  }

  /** A regular expression for what a page says; each piece that is new and will be remembered is a group. */
  private patternOf(documented: string, member: string): { pattern: string; pieces: string[] } {
    const pieces: string[] = []
    let pattern = ''
    let end = 0
    for (const { piece, index, rule } of piecesOf(documented, member)) {
      const answered = (rule.answered ?? rule.documented).source
      pattern += escaped(documented.slice(end, index))
      end = index + piece.length
      const isExact = this.known.has(piece) || (rule.isSent && this.sent.includes(piece))
      if (isExact) pattern += escaped(this.known.get(piece) ?? piece)
      else if (rule.isName) pattern += `(${answered})`
      else pattern += `(?:${answered})`
      if (!isExact && rule.isName) pieces.push(piece)
    }
    return { pattern: pattern + escaped(documented.slice(end)), pieces }
  }
}

function piecesOf(documented: string, member: string): { piece: string; index: number; rule: Rule }[] {
  const whole = MEMBERS[member]
  if (whole && new RegExp(`^${whole.documented.source}$`).test(documented))
    return [{ piece: documented, index: 0, rule: whole }]
  const rules = [...Object.values(RULES), ELLIPSIS]
  const anyOfThem = new RegExp(rules.map((rule) => `(${rule.documented.source})`).join('|'), 'g')
  return [...documented.matchAll(anyOfThem)].map((match) => {
    const rule = rules[match.slice(1).findIndex((group) => group !== undefined)] ?? ELLIPSIS
    return { piece: match[0], index: match.index, rule }
  })
}

const isUuid = (piece: string) => new RegExp(`^${RULES.uuid?.documented.source}$`).test(piece)
const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
