import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AttributeValue, DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb'
import { jsonOf } from '../../lib/data/table/event-json.ts'
import { isToken } from '../../lib/domain/api-keys/token.ts'
import { tableName } from '../../lib/environment.ts'
import { hold, type Run } from './run.ts'
import type { ProvenStack } from './stack.ts'

/** Looks for tokens where none may be. */
export interface Leaks {
  /** Remembers a token that an answer showed. */
  note: (token: string) => void
  /** Throws a `Violation` if one of them is in the log, the table or the template. */
  check: (run: Run) => Promise<void>
}

/** From now on everything the functions write is kept for a search. */
export function leaksOf({ onLine, assemblyDir }: ProvenStack): Leaks {
  const secrets = new Set<string>()
  const lines: string[] = []
  onLine((line) => lines.push(line))
  return {
    note: (token) => secrets.add(token.slice(4, 47)),
    async check(run) {
      const files = globSync('**/*', { cwd: assemblyDir, withFileTypes: true }).filter((file) =>
        file.isFile(),
      )
      const template = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
      for (const [place, text] of Object.entries({
        log: lines.join('\n'),
        table: await everything(),
        template: template.join('\n'),
      })) {
        hold(text.length > 0, () => `the ${place} is empty`)
        for (const secret of secrets) hold(!text.includes(secret), () => `a token is in the ${place}`)
        // The description, which a function carries, shows one that looks like a token; its checksum is wrong.
        const found = text.match(/sfk_[0-9A-Za-z]{49}/g) ?? []
        hold(!found.some(isToken), () => `a token nobody knows of is in the ${place}`)
        run.count(`bytes of the ${place} searched`, text.length)
      }
      run.count('tokens looked for', secrets.size)
    },
  }
}

async function everything(): Promise<string> {
  const client = new DynamoDBClient({})
  const pages = await Array.fromAsync(paginateScan({ client }, { TableName: tableName() }))
  client.destroy()
  return pages.map(({ Items = [] }) => JSON.stringify(Items.map(inflated))).join('\n')
}

/** An item with the JSON of an event as text. */
const inflated = (item: Record<string, AttributeValue>) =>
  item.json?.B ? { ...item, json: jsonOf(item.json.B) } : item
