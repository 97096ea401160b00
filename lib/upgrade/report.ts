import { plural } from '../domain/text/plural.ts'
import type { Finding } from './finding.ts'

/** The lines that a person reads: one for each finding, or for warnings that say the same, and a summary. */
export function report(
  findings: readonly Finding[],
  accepted: readonly string[],
): { lines: string[]; isRefused: boolean } {
  const judged = findings.map((finding) => ({ finding, outcome: outcomeOf(finding, accepted) }))
  const count = (wanted: FindingOutcome) => judged.filter(({ outcome }) => outcome === wanted).length
  const [refused, warnings] = [count('refused'), count('warning')]
  const notes = warnings > 0 ? `, ${warnings} ${plural(warnings, 'warning')}` : ''
  const summary =
    refused > 0
      ? `the update is refused: ${refused} ${plural(refused, 'finding')}${notes}`
      : `the update can be deployed${notes}`
  return {
    isRefused: refused > 0,
    lines: [
      ...judged
        .filter(({ outcome }) => outcome !== 'warning')
        .map(({ finding, outcome }) => lineOf(finding, outcome)),
      ...warningLines(judged.filter(({ outcome }) => outcome === 'warning').map(({ finding }) => finding)),
      summary,
    ],
  }
}

/** So many resources of one warning are named. */
const MOST_NAMES = 3

function warningLines(warnings: readonly Finding[]): string[] {
  const alike = Map.groupBy(warnings, ({ type, what, why, todo }) => JSON.stringify([type, what, why, todo]))
  return [...alike.values()].flatMap((group) => {
    const [first, ...others] = group
    if (!first || others.length === 0) return first ? [lineOf(first, 'warning')] : []
    const named = group.slice(0, MOST_NAMES).map(({ logicalId }) => logicalId)
    const more = group.length > MOST_NAMES ? ' …' : ''
    const logicalId = `${group.length} resources, ${named.join(', ')}${more}`
    return [lineOf({ ...first, logicalId }, 'warning')]
  })
}

type FindingOutcome = 'refused' | 'accepted' | 'warning'

function outcomeOf(
  { isWarning, isAcceptable, logicalId }: Finding,
  accepted: readonly string[],
): FindingOutcome {
  if (isWarning) return 'warning'
  return isAcceptable && accepted.includes(logicalId) ? 'accepted' : 'refused'
}

function lineOf(
  { logicalId, type, what, why, todo, isAcceptable }: Finding,
  outcome: FindingOutcome,
): string {
  const accept =
    outcome === 'refused' && isAcceptable ? `; if you want this change, add --accept ${logicalId}` : ''
  return `${outcome}: ${logicalId} (${type}): ${what}; ${why}; ${todo}${accept}`
}
