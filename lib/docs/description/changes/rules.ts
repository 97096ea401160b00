/** Finds nothing but what is written here: a client of v1 that ignores unknown things continues to work. */
export const VERSIONING_RULES = {
  'base-path-changed': 'Every path stays below the base path it was released under.',
  'endpoint-removed': 'Every method of every path stays.',
  'operation-renamed': 'An operationId stays: generated clients have a function of that name.',
  'component-removed': 'A schema of the components stays: generated clients have a type of that name.',
  'security-tightened': 'Whoever was let in is let in: no scheme and no scope is demanded that was not.',
  'security-scheme-changed': 'A way to authenticate stays as it is.',
  'parameter-removed': 'A parameter stays, under its name and in its place.',
  'parameter-required': 'A parameter that may be left out may always be left out; new ones are optional.',
  'parameter-rewritten': 'Lists and objects in a parameter are written as they were.',
  'body-required': 'A body that may be left out may always be left out.',
  'request-media-type-removed': 'A media type that was taken is taken.',
  'request-member-removed': 'A member that may be sent may always be sent, and sets what it says.',
  'request-member-required': 'A member that may be left out may always be left out; new ones are optional.',
  'request-object-closed': 'An object that takes any member goes on taking any.',
  'request-type-narrowed': 'A type that was taken is taken.',
  'request-null-refused': 'Where null was taken it is taken.',
  'request-values-narrowed': 'A value out of a list that was taken is taken.',
  'request-limit-narrowed': 'A length, range, pattern or format never refuses what it let through.',
  'request-default-changed': 'What is left out means what it meant.',
  'success-status-removed': 'A success is answered with the status it had (2xx and 3xx).',
  'success-status-added':
    'A call that succeeds gets no other status than it could (304 aside: it is asked for).',
  'answer-media-type-removed': 'An answer comes in the media types it had.',
  'answer-header-removed': 'A header of an answer stays.',
  'answer-header-optional': 'A header that always comes always comes.',
  'answer-member-removed': 'A member of an answer stays.',
  'answer-member-optional': 'A member that is always there is always there.',
  'answer-type-widened': 'A member of an answer has no type that it had not.',
  'answer-null-added': 'What was never null never is.',
  'answer-values-widened':
    'A list of possible values of an answer is complete, unless it was released as open: codes of problems, types of events, and what has `x-extensible-enum`.',
  'answer-limit-widened': 'A length, range, pattern or format of an answer never lets through more.',
  'webhook-removed': 'A kind of message that was sent is sent.',
  'webhook-answer-refused': 'An answer to a message that counted as success counts as success.',
  incomparable: 'What cannot be compared does not change: it is judged by hand.',
} as const

export type VersioningRule = keyof typeof VERSIONING_RULES

/** The rules of one kind of position: the rule that is broken when it is gone, when it is new, and so on. */
export interface KindRules {
  removed?: VersioningRule
  added?: VersioningRule
  /** Holds for one that is new and required too. */
  required?: VersioningRule
  optional?: VersioningRule
  changed?: VersioningRule
  /** The sender of the JSON that its schema describes: `request` for clients, `answer` for the API. */
  direction?: 'request' | 'answer'
}

export const KINDS = {
  'base path': { removed: 'base-path-changed' },
  component: { removed: 'component-removed' },
  scheme: { removed: 'security-scheme-changed', changed: 'security-scheme-changed' },
  endpoint: { removed: 'endpoint-removed', changed: 'operation-renamed' },
  variable: { removed: 'parameter-removed', changed: 'parameter-rewritten' },
  parameter: { removed: 'parameter-removed', required: 'parameter-required', changed: 'parameter-rewritten' },
  body: { required: 'body-required' },
  'request media type': { removed: 'request-media-type-removed' },
  success: { removed: 'success-status-removed', added: 'success-status-added' },
  'not modified': { removed: 'success-status-removed' },
  error: {},
  header: { removed: 'answer-header-removed', optional: 'answer-header-optional', direction: 'answer' },
  'answer media type': { removed: 'answer-media-type-removed', direction: 'answer' },
  webhook: { removed: 'webhook-removed', changed: 'operation-renamed' },
  receipt: { removed: 'webhook-answer-refused' },
} as const satisfies Record<string, KindRules>

export type Kind = keyof typeof KINDS

/** Something that would break a client written against the released description. */
export interface BreakingChange {
  rule: VersioningRule
  /** `GET /products 200 data[].price`. */
  where: string
  /** The difference, in a few words. */
  what: string
  /** Other places that the same change shows in, since they share a component. */
  alsoAt: string[]
}

/** One line for people: where, what, and the rule it breaks. */
export function explain({ rule, where, what, alsoAt }: BreakingChange): string {
  const also = alsoAt.length === 0 ? '' : ` (and ${alsoAt.length} more, such as ${alsoAt[0]})`
  return `${where}${also}: ${what}. ${VERSIONING_RULES[rule]} [${rule}]`
}
