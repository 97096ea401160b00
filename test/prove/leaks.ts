import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AttributeValue, DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb'
import { jsonOf } from '../../lib/data/table/event-json.ts'
import { isToken } from '../../lib/domain/api-keys/token.ts'
import { tableName } from '../../lib/environment.ts'
import type { Answer } from './merchant.ts'
import { hold, type Run } from './run.ts'
import type { ProvenStack } from './stack.ts'

type Kind = 'token' | 'secret of a webhook' | 'token of an address'

/** The secrets there are, with the only types of items of the table that may have one. */
const KINDS: Record<Kind, readonly string[]> = {
  /** Of an API key: the table has its digest. */
  token: [],
  /** The table has it in clear, because deliveries are signed with it. */
  'secret of a webhook': ['webhook_secret'],
  /** A token in the query of an address: the webhook has it, and for 24 hours the response that is kept for a retried request. */
  'token of an address': ['webhook', 'idempotency'],
}

const KINDS_OF_SECRETS = Object.keys(KINDS) as Kind[]

/** Looks for secrets where none may be. */
export interface Leaks {
  /** Remembers a secret, by the part of it that nobody could guess. */
  note: (kind: Kind, secret: string) => void
  /** Remembers a response to a path, without what it issued. Below `/admin/webhooks` the address of a webhook is whole. */
  hear: (path: string, answer: Answer) => void
  /** Throws a `Violation` if one of them is in the log, the table, the template or an answer. */
  check: (run: Run) => Promise<void>
}

/** From now on everything the functions write is kept for a search. */
export function leaksOf({ onLine, assemblyDir }: ProvenStack): Leaks {
  const secrets = new Map<string, Kind>()
  const lines: string[] = []
  const answers: string[] = []
  onLine((line) => lines.push(line))
  return {
    note: (kind, secret) => secrets.set(partOf(secret), kind),
    hear(path, { status, body }) {
      const { token, secret, ...shown } = body
      const heard = status === 201 ? shown : body
      const isWhole = path.startsWith('/admin/webhooks')
      answers.push(JSON.stringify(heard, (name, value) => (isWhole && name === 'url' ? undefined : value)))
    },
    async check(run) {
      const files = globSync('**/*', { cwd: assemblyDir, withFileTypes: true }).filter((file) =>
        file.isFile(),
      )
      const template = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
      const items = await everything()
      const places: Record<string, (kind: Kind) => string> = {
        log: () => lines.join('\n'),
        table: (kind) =>
          items.flatMap(({ type, text }) => (KINDS[kind].includes(type) ? [] : [text])).join('\n'),
        template: () => template.join('\n'),
        'answers and errors': () => answers.join('\n'),
      }
      for (const [place, textFor] of Object.entries(places)) {
        for (const kind of KINDS_OF_SECRETS) {
          const text = textFor(kind)
          hold(text.length > 0, () => `the ${place} is empty`)
          for (const [secret, of] of secrets)
            hold(of !== kind || !text.includes(secret), () => `a ${kind} is in the ${place}`)
        }
        // The description, which a function carries, shows one that looks like a token; its checksum is wrong.
        const found = textFor('token').match(/sfk_[0-9A-Za-z]{49}/g) ?? []
        hold(!found.some(isToken), () => `a token nobody knows of is in the ${place}`)
        run.count(`bytes of the ${place} searched`, textFor('token').length)
      }
      for (const kind of KINDS_OF_SECRETS)
        run.count(`times a ${kind} was looked for`, [...secrets.values()].filter((of) => of === kind).length)
    },
  }
}

/** Without its prefix, and without the end of a token, which is a checksum. */
const partOf = (secret: string) => secret.replace(/^(sfk|whsec)_/, '').slice(0, 43)

async function everything(): Promise<{ type: string; text: string }[]> {
  const client = new DynamoDBClient({})
  const pages = await Array.fromAsync(paginateScan({ client }, { TableName: tableName() }))
  client.destroy()
  return pages.flatMap(({ Items = [] }) =>
    Items.map((item) => ({ type: item.type?.S ?? '', text: JSON.stringify(inflated(item)) })),
  )
}

/** An item with the JSON of an event as text. */
const inflated = (item: Record<string, AttributeValue>) =>
  item.json?.B ? { ...item, json: jsonOf(item.json.B) } : item
