import type { Command } from 'commander'
import { findIdBySlug } from '../../data/businesses.ts'
import { isSlug, isUuid } from '../../domain/identifiers.ts'
import { plural } from '../../domain/plural.ts'
import { RECORDS } from '../../domain/resources.ts'
import { FINDING_CODES, type Finding } from '../../upkeep/verify/findings.ts'
import { type Verification, verifyBusiness } from '../../upkeep/verify/verify.ts'
import { type CommonOptions, withCommonOptions } from '../common-options.ts'
import { Failure, quoted, shownWhole } from '../failure.ts'
import { listenForInterruption } from '../interruption.ts'
import { showPhases } from '../progress.ts'
import { openTarget } from '../target.ts'
import { sayScanCost } from './scan-cost.ts'
import { scanTable } from './table-scan.ts'

interface VerifyCommandOptions extends CommonOptions {
  business: string
  deep?: true
}

const NOTES = `
Reads everything of the business and writes nothing. Each finding is a line: its code, the key of the item and what
is wrong. What looks broken is read a second time before it is reported, so that the shop may be written to
meanwhile. It costs about 15 read units for each product and 5 for each event.

Found without --deep, by Queries:
${codeLines(Object.keys(FINDING_CODES).filter((code) => !FINDING_CODES[code as Finding['code']].includes('(--deep)')))}
  (reindex): \`operator reindex\` mends it. A guard_left is found if an event of the last 30 days names its value,
  a shop_nowhere if the business is named by that slug. Former slugs are right for the 90 days that they last.

Found only with --deep, because no Query leads to it:
${codeLines(Object.keys(FINDING_CODES).filter((code) => FINDING_CODES[code as Finding['code']].includes('(--deep)')))}
  guard_left           of values that no event names any more
  index_foreign        under the slug of a single product
  unknown_item         in a partition that nothing writes
  --deep reads the whole table with all its businesses: 131,000 read units for each GB. It needs dynamodb:Scan, and
  dynamodb:DescribeTable to say before what that will be.

Not found: events, kept answers and outbox rows that are gone; they are deleted in time.

Exit code: 0 if nothing was found, 1 with findings or if it failed, 130 after Ctrl-C.

Examples:
  npm run operator -- verify --business acme
  npm run -s operator -- verify --business acme --json | jq -r '.findings[].code'
  npm run operator -- verify --business 7b1c2f7e-3c1e-4b0e-9a51-0c9f6ae3a001 --deep`

function codeLines(codes: string[]): string {
  return codes
    .map((code) => `  ${code.padEnd(20)} ${FINDING_CODES[code as Finding['code']].replace(' (--deep)', '')}`)
    .join('\n')
}

/** `verify`. `finish` gets the exit code. */
export function addVerifyCommand(program: Command, finish: (exitCode: number) => void): void {
  const command = program
    .command('verify')
    .description('look for anything broken in a business')
    .requiredOption('--business <slug or id>', 'which business; one without a profile or SHOP row by its id')
    .option('--deep', 'scan the whole table for what no Query leads to')
    .addHelpText('after', NOTES)
  withCommonOptions(command).action(async (options: VerifyCommandOptions) => {
    finish(await verify(options))
  })
}

async function verify(options: VerifyCommandOptions): Promise<number> {
  await openTarget(options)
  const { businessId, slug } = await nameIn(options.business)
  const interruption = listenForInterruption()
  const phases = showPhases()
  try {
    const { signal } = interruption
    if (options.deep) await sayScanCost({ signal })
    const result = await verifyBusiness(businessId, {
      signal,
      begin: phases.begin,
      ...(slug !== undefined && { slug }),
      ...(options.deep && { everything: () => scanTable(businessId, signal) }),
    })
    phases.stop()
    if (result.is_complete && isNothing(result)) throw noBusiness(options.business)
    print(businessId, result, options)
    return interruption.exitCode() ?? (result.findings.length > 0 ? 1 : 0)
  } finally {
    phases.stop()
    interruption.end()
  }
}

/** A business is looked for by less than `business show` asks for: its profile may be what is broken. */
async function nameIn(idOrSlug: string): Promise<{ businessId: string; slug?: string }> {
  if (isUuid(idOrSlug)) return { businessId: idOrSlug.toLowerCase() }
  const id = isSlug(idOrSlug) ? await findIdBySlug(idOrSlug) : undefined
  if (id === undefined) throw noBusiness(idOrSlug)
  return { businessId: id, slug: idOrSlug }
}

const noBusiness = (idOrSlug: string) => new Failure(`there is no business ${quoted(idOrSlug)}`)

const isNothing = ({ findings, seen }: Verification) =>
  findings.every(({ code }) => code === 'profile_missing') &&
  Object.values(seen).every((count) => count === 0)

function print(businessId: string, result: Verification, { json }: CommonOptions): void {
  const { seen, unsettled, is_complete } = result
  const findings = result.findings.toSorted((a, b) => (lineOf(a) < lineOf(b) ? -1 : 1))
  if (unsettled > 0)
    console.error(
      `note: others wrote meanwhile, so that ${unsettled} ${plural(unsettled, 'count')} could not be judged; run it again`,
    )
  if (!is_complete) console.error('stopped before everything was looked at; verify always begins anew')
  if (json)
    console.log(JSON.stringify({ business_id: businessId, is_complete, seen, unsettled, findings }, null, 2))
  else console.log([...findings.map(lineOf), summary(findings.length, seen)].join('\n'))
}

const lineOf = ({ code, pk, sk, detail }: Finding) =>
  `${code} ${shownWhole(pk)} ${shownWhole(sk)}: ${detail.replace(/\p{C}/gu, '�')}`

/** What was counted, one and many: objects have their names in their records. */
const NAMES: Record<string, readonly [one: string, many: string]> = {
  ...Object.fromEntries(RECORDS.map(({ scope, name, names }) => [scope, [name, names]])),
  index_rows: ['index row', 'index rows'],
  events: ['event', 'events'],
}

function summary(found: number, seen: Verification['seen']) {
  const places = Object.entries(seen).map(([counted, n]) => {
    const [one, many] = NAMES[counted] ?? [counted, counted]
    return `${n} ${plural(n, one, many)}`
  })
  return `${found === 0 ? 'nothing' : found} found in ${places.join(', ')}`
}
