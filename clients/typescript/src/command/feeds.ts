import type { Command } from 'commander'
import type { components } from '../api.ts'
import { StorefrontError, unwrap } from '../problem.ts'
import { inColumns } from './columns.ts'
import { type CommonOptions, printJson, withCommonOptions } from './common-options.ts'
import { type Connection, connect } from './connection.ts'
import { EXIT } from './exit-codes.ts'
import { COMMAND } from './words.ts'

type FeedReport = components['schemas']['FeedReport']
type FeedName = FeedReport['feed']

const FEEDS: readonly FeedName[] = ['google.xml', 'meta.xml', 'openai.jsonl', 'sitemap.xml']

const NOTES = `Prints the URL of each product feed, how many rows it has, how many it leaves out, and which fields are missing in those. Of
fields with | between them, one is enough. --json names the first 100 rows left out of each feed.`

/** `feeds`. `finish` gets the exit code. */
export function addFeedsCommand(program: Command, finish: (exitCode: number) => void): void {
  const command = program
    .command('feeds')
    .description('show the product feeds for Google, Meta and ChatGPT, and the fields that are missing')
  const examples = [`${COMMAND} feeds`, `${COMMAND} feeds --json | jq 'select(.feed == "meta.xml").data'`]
  withCommonOptions(command, examples, NOTES).action(async ({ json }: CommonOptions) => {
    const connection = await connect()
    const reports = []
    for (const name of FEEDS) reports.push(await reportOf(connection, name))
    if (json) for (const report of reports) printJson(report)
    else console.log(inColumns(['FEED', 'ROWS', 'LEFT OUT', 'MISSING', 'URL'], reports.map(rowOf)))
    if (reports.some((report) => 'problem' in report)) finish(EXIT.failed)
  })
}

/** A feed that cannot be made, such as that of a catalogue that is too large, must not hide the others. */
type Shown = FeedReport | { feed: FeedName; problem: { code: string; detail: string } }

async function reportOf({ client, url }: Connection, feed: FeedName): Promise<Shown> {
  try {
    const report = await unwrap(client.GET('/admin/feeds/{feed}', { params: { path: { feed } } }))
    return { ...report, url: new URL(report.url, url).href }
  } catch (error) {
    if (!(error instanceof StorefrontError && error.status === 422 && error.problem)) throw error
    const { code, detail } = error.problem
    return { feed, problem: { code, detail } }
  }
}

function rowOf(report: Shown): string[] {
  if ('problem' in report)
    return [report.feed, '-', '-', `${report.problem.detail} (${report.problem.code})`, '-']
  const missing = Object.entries(report.missing).map(([name, count]) => `${name}: ${count}`)
  return [report.feed, String(report.rows), String(report.left_out), missing.join(', ') || '-', report.url]
}
