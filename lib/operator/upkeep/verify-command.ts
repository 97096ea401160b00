import type { Command } from 'commander'
import { findIdBySlug } from '../../data/businesses.ts'
import { RECORDS } from '../../domain/resources.ts'
import { isSlug, isUuid } from '../../domain/text/identifiers.ts'
import { plural } from '../../domain/text/plural.ts'
import { quoted } from '../../domain/text/quoted.ts'
import { Failure, shownWhole } from '../command-line/failure.ts'
import { listenForInterruption } from '../command-line/interruption.ts'
import { showPhases } from '../command-line/progress.ts'
import { type CommonOptions, withCommonOptions } from '../common-options.ts'
import { openTarget } from '../target.ts'
import { sayScanCost } from './scan-cost.ts'
import { scanTable } from './table-scan.ts'
import { FINDING_CODES, type Finding } from './verify/findings.ts'
import { type Verification, verifyBusiness } from './verify/verify.ts'

interface VerifyCommandOptions extends CommonOptions {
  business: string
  deep?: true
}

const NOTES = `
Reads all data of the business and writes nothing. Each finding is one line: its code, the key of the item and an
explanation. An item that looks inconsistent is read a second time before it is reported, so that requests can write to
the business at the same time. It costs about 15 read units for each product and 5 for each event.

Found without --deep, by Queries:
${codeLines(Object.keys(FINDING_CODES).filter((code) => !FINDING_CODES[code as Finding['code']].includes('(--deep)')))}
  (reindex): \`operator reindex\` repairs it. A guard_left is found if an event of the last 30 days has its value, and a
  shop_nowhere if you name the business by that slug. A former slug is not a finding during its 90 days. A guard_left of a
  SKU is harmless: the next product that takes the SKU removes it. reindex removes it if a stored event contains the SKU;
  no event contains the SKUs of variants. reindex does not remove guards of slugs and external ids.

Found only with --deep, because no Query finds it:
${codeLines(Object.keys(FINDING_CODES).filter((code) => FINDING_CODES[code as Finding['code']].includes('(--deep)')))}
  guard_left           if no stored event contains its value
  enabled_left         if the webhook does not exist
  index_foreign        under the slug of a single product
  unknown_item         in a partition that this version does not write
  --deep reads the whole table with all its businesses: 131,000 read units for each GB. It needs dynamodb:Scan, and
  dynamodb:DescribeTable to print the cost first.

Not found: missing events and stored responses; the table deletes these in time anyway.

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
    .description('check all data of a business for inconsistencies')
    .requiredOption('--business <slug or id>', 'the business; use the id if it has no profile or SHOP item')
    .option('--deep', 'scan the whole table for items that no Query finds')
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
      `note: ${unsettled} ${plural(unsettled, 'count')} could not be checked, because another program wrote at the same time; run the command again`,
    )
  if (!is_complete)
    console.error('stopped before everything was checked; verify always starts from the beginning')
  if (json)
    console.log(JSON.stringify({ business_id: businessId, is_complete, seen, unsettled, findings }, null, 2))
  else console.log([...findings.map(lineOf), summary(findings.length, seen)].join('\n'))
}

const lineOf = ({ code, pk, sk, detail }: Finding) =>
  `${code} ${shownWhole(pk)} ${shownWhole(sk)}: ${detail.replace(/\p{C}/gu, '�')}`

/** The names of counted things, singular and plural; those of objects are in their records. Imports and schedules share a scope with products. */
const NAMES: Record<string, readonly [one: string, many: string]> = {
  ...Object.fromEntries(
    RECORDS.filter(({ type }) => type !== 'import' && type !== 'schedule').map(({ scope, name, names }) => [
      scope,
      [name, names],
    ]),
  ),
  inventory: ['stock item', 'stock items'],
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
