import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { inject } from 'vitest'
import { eventsOf } from '../admin/table.ts'
import { keep } from '../afterwards/records.ts'
import { makeFile, operate } from '../operator/operate.ts'
import { type Block, blocksOf } from './blocks.ts'
import { browse } from './browser-page.ts'
import { faultsOf, httpFaults, jsonFaults } from './compare.ts'
import { type Reply, readCurl, sendCall } from './curl.ts'
import type { PageShop } from './page-shop.ts'
import { Placeholders } from './placeholders.ts'
import { commandsIn, type Variables } from './shell.ts'

/** The outcome of a page. */
interface Played {
  /** Calls of the API and commands of the operator that were made. */
  commands: number
  /** Each with the line of the page. */
  faults: string[]
}

/** Everywhere in the pages: the base URL of `npm run dev`, and the key it prints. */
const BASE_URL = 'http://localhost:3000/api/v1'
const KEY = 'sfk_…'

const daysAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

/** Times for which pages plan something: they must be in the future when the page is carried out. */
const PLANNED: [documented: string, actual: string][] = [
  ['2027-03-28T00:00:00+01:00', daysAhead(30)],
  ['2027-03-31T00:00:00+02:00', daysAhead(33)],
  ['2027-04-07T00:00:00+02:00', daysAhead(40)],
]

const OPERATOR = ['npm', 'run', 'operator', '--']

/**
 * Carries a page out in a shop: every command of every `sh` block in their order, and compares what came back with the
 * blocks beneath. Blocks that match `leftOut` are not carried out. A page that is not whole shows members of responses
 * that it is about, and no others.
 */
export async function play(
  text: string,
  shop: PageShop,
  { leftOut = /^$/, isWhole = false } = {},
): Promise<Played> {
  const player = new Player(shop, isWhole)
  const faults: string[] = []
  const blocks = blocksOf(text).filter(({ text }) => !leftOut.test(text))
  for (const [n, block] of blocks.entries()) {
    const found = await player.play(block, blocks[n + 1]).catch((error: unknown) => [String(error)])
    faults.push(...found.map((fault) => `line ${block.line}: ${fault}`))
  }
  return { commands: player.commands, faults }
}

class Player {
  commands = 0
  private readonly business: PageShop['business']
  /** Slugs that a page speaks of: the shop's, one that is free, and its name after a rename. */
  private readonly slugs: [documented: string, actual: string][]
  readonly isWhole: boolean
  readonly known: Placeholders
  private readonly variables: Variables = new Map()
  /** Files that the page shows, by the names that it gives them. */
  private readonly files = new Map<string, string>()
  /** The output of the last command, for the block below it. */
  private last: Reply | string = ''

  constructor({ business, token }: PageShop, isWhole: boolean) {
    const free = `acme-${randomUUID().slice(0, 13)}`
    this.business = business
    this.slugs = [
      ['demo', business.slug],
      ['acme-tea', `${free}-tea`],
      ['acme', free],
    ]
    this.isWhole = isWhole
    this.known = new Placeholders([...this.slugs, ...PLANNED, [BASE_URL, inject('baseUrl')], [KEY, token]])
  }

  /** Carries a block out, or compares it with what the one above brought. Returns what is wrong. */
  async play({ language, info, text }: Block, next: Block | undefined): Promise<string[]> {
    if (info === 'loop' || info === 'runbook') return []
    if (language === 'sh') return this.run(text, next)
    if (language === 'csv') this.files.set(info, await makeFile(info, text))
    if (language === 'html') this.last = await browse(this.known.filledIn(text))
    if (info === 'event') return this.compareEvent(text)
    if (info === 'example') return []
    if (!isAnswer(language)) return []
    if (language === 'text') return this.comparePrinted(text)
    if (typeof this.last === 'string') return ['there is no call above this answer']
    return (language === 'json' ? jsonFaults : httpFaults)(text, this.last, this)
  }

  /** Every command must succeed, but for the last one if its answer stands beneath. */
  private async run(text: string, next: Block | undefined): Promise<string[]> {
    const faults: string[] = []
    const commands = [...commandsIn(this.known.filledIn(text), this.variables)]
    for (const [n, words] of commands.entries()) {
      this.commands++
      this.last = isOperators(words) ? await this.operate(words) : await this.call(words)
      const isCompared = n === commands.length - 1 && isAnswer(next?.language)
      if (!isCompared && typeof this.last !== 'string' && this.last.status >= 400)
        faults.push(`${words.join(' ')}: ${this.last.status} ${this.last.text}`)
    }
    return faults
  }

  private async call(words: readonly string[]): Promise<Reply> {
    const filled = await Promise.all(words.map((word) => this.contentOf(word)))
    const { status, headers, text } = await sendCall(readCurl(filled))
    for (const [token] of text.matchAll(/sfk_[0-9A-Za-z]{49}/g)) keep('tokens', token)
    const shown = Object.entries(headers).map(([name, value]) => [name, this.renamed(value)])
    return { status, headers: Object.fromEntries(shown), text: this.renamed(text) }
  }

  private async operate(words: readonly string[]): Promise<string> {
    const said = words.slice(OPERATOR.length)
    const argv = await Promise.all(said.map((word, n) => this.fileOf(word, said[n - 1])))
    const { code, stdout, notes, examples = [] } = await operate(...argv)
    for (const [token] of stdout.matchAll(/sfk_[0-9A-Za-z]{49}/g)) keep('tokens', token)
    // Some rows of a file that a page shows are refused.
    const isDone = code === 0 || (code === 3 && argv[0] === 'import')
    if (!isDone) throw new Error(`${words.join(' ')}: ${code} ${notes.join('\n')}`)
    // Readers of the page also see the messages of an import about its rows.
    return this.renamed(argv[0] === 'import' ? [...notes, ...examples, stdout].join('\n') : stdout)
  }

  /** The content of a file of the page, for `@` and the name that it has there. */
  private async contentOf(word: string): Promise<string> {
    const path = this.files.get(word.slice(1))
    return word.startsWith('@') && path !== undefined ? readFile(path, 'utf8') : word
  }

  /** A file of the page by the name that it has there, or one that a command writes. */
  private async fileOf(word: string, before: string | undefined): Promise<string> {
    const isWritten = before === '--report' || before === '--output'
    return this.files.get(word) ?? (isWritten ? makeFile(word, '') : word)
  }

  /** An output with the slugs that the page gives to its objects. */
  private renamed(text: string): string {
    let told = text
    for (const [documented, actual] of this.slugs) told = told.replaceAll(actual, documented)
    return told
  }

  /** The last thing that happened to the business, as it lies in the table. */
  private async compareEvent(text: string): Promise<string[]> {
    const { event } = (await eventsOf(this.business.id)).at(-1) ?? {}
    return faultsOf(JSON.parse(text), JSON.parse(this.renamed(JSON.stringify(event))), this)
  }

  private comparePrinted(text: string): string[] {
    const printed = typeof this.last === 'string' ? this.last.trimEnd() : 'an answer'
    return this.known.matches(text.trimEnd(), printed) ? [] : [`${text}and not\n${printed}`]
  }
}

const isAnswer = (language: string | undefined) => ['json', 'http', 'text'].includes(language ?? '')
const isOperators = (words: readonly string[]) => OPERATOR.every((word, n) => words[n] === word)
