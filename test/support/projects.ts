import { JUDGES_THE_RUN, type Needs, needsOfTests } from './needs.ts'

/** These read the whole table of all, again and again: they come first, while there is next to nothing in it. */
const READS_WHOLE_TABLE = new RegExp(
  [
    'access/former-slugs',
    'admin/(api-keys/(events|api-keys)|requests/validation)',
    'operator/(business/(delete(-\\w+)?|registry|rename|status|verify)|upkeep/(table-scans|verify(-hidden|-stock|-variants|-webhooks)?))',
  ]
    .map((path) => `^test/${path}\\.test\\.ts$`)
    .join('|'),
)

/** These install packages, or start a stack of their own: the disk and the processors are theirs then, and no table waits for them. */
const INSTALLS = /^test\/(client\/(command\/|package)|smoke\/background)/

const needs = needsOfTests()
const filesIn = (place: RegExp) => [...needs.keys()].filter((path) => place.test(path))

const needsProcess = (path: string) => needs.get(path)?.process === true

const filesWith = ({ stack, process }: Needs) =>
  [...needs].flatMap(([path, its]) => {
    const hasPlace = [READS_WHOLE_TABLE, INSTALLS, JUDGES_THE_RUN].some((place) => place.test(path))
    return !hasPlace && its.stack === stack && its.process === process ? [path] : []
  })

const STACK = { globalSetup: 'test/support/local-stack.ts', setupFiles: ['test/support/use-table.ts'] }
/** The files of a worker run in one process, one after the other. */
const TOGETHER = { isolate: false }

/**
 * The projects of vitest, in the order in which their files start. A group begins when the last test of the group
 * before has ended.
 */
export const PROJECTS = [
  {
    name: 'whole tables alone',
    include: filesIn(READS_WHOLE_TABLE).filter(needsProcess),
    ...STACK,
    sequence: { groupOrder: 0 },
  },
  {
    name: 'whole tables',
    include: filesIn(READS_WHOLE_TABLE).filter((path) => !needsProcess(path)),
    ...STACK,
    ...TOGETHER,
    sequence: { groupOrder: 0 },
  },
  {
    name: 'suite alone',
    include: filesWith({ stack: true, process: true }),
    ...STACK,
    sequence: { groupOrder: 1 },
  },
  { name: 'pure alone', include: filesWith({ stack: false, process: true }), sequence: { groupOrder: 1 } },
  {
    name: 'suite',
    include: filesWith({ stack: true, process: false }),
    ...STACK,
    ...TOGETHER,
    sequence: { groupOrder: 1 },
  },
  {
    name: 'pure',
    include: filesWith({ stack: false, process: false }),
    ...TOGETHER,
    sequence: { groupOrder: 1 },
  },
  { name: 'suite installs', include: filesIn(INSTALLS), ...STACK, sequence: { groupOrder: 2 } },
  {
    name: 'afterwards',
    include: filesIn(JUDGES_THE_RUN),
    ...STACK,
    ...TOGETHER,
    sequence: { groupOrder: 3 },
  },
]
