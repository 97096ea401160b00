import { isDeepStrictEqual } from 'node:util'
import { JUDGES_THE_RUN, type Needs, needsOfTests } from './needs.ts'

/** These read the whole table of all, again and again: they come first, while there is next to nothing in it. */
const READS_WHOLE_TABLE = new RegExp(
  [
    'api/access/former-slugs',
    'admin/(events|api-keys/(events|api-keys)|requests/validation|webhooks/webhooks)',
    'operator/(business/(delete(-\\w+)?|registry|rename|status|verify)|upkeep/(table-scans|verify(-hidden|-repairs|-stock|-variants|-webhooks)?))',
  ]
    .map((path) => `^test/${path}\\.test\\.ts$`)
    .join('|'),
)

/** These install packages, or start a stack of their own: the disk and the processors are theirs then, and no table waits for them. */
const INSTALLS = /^test\/(client\/(command\/|package)|operator\/smoke\/background)/

const needs = needsOfTests()
const filesIn = (place: RegExp) => [...needs.keys()].filter((path) => place.test(path))

const filesWith = (wanted: Needs) =>
  [...needs].flatMap(([path, its]) => {
    const hasPlace = [READS_WHOLE_TABLE, INSTALLS, JUDGES_THE_RUN].some((place) => place.test(path))
    return !hasPlace && isDeepStrictEqual(its, wanted) ? [path] : []
  })
const wholeTableWith = (modules: boolean) =>
  filesIn(READS_WHOLE_TABLE).filter((path) => {
    const its = needs.get(path)
    return its?.process === false && its.modules === modules
  })

const USE_TABLE = 'test/support/use-table.ts'
const STACK = { globalSetup: 'test/support/local-stack.ts', setupFiles: [USE_TABLE] }
/** The files of a worker run in one process, one after the other. */
const TOGETHER = { isolate: false }
/** So do these, and none of them finds a module that another one has loaded, or what it put in the place of one. */
const OWN_MODULES = { ...TOGETHER, setupFiles: ['test/support/own-modules.ts'] }
const STACK_AND_OWN_MODULES = { ...STACK, ...TOGETHER, setupFiles: [USE_TABLE, ...OWN_MODULES.setupFiles] }

/**
 * The projects of vitest, in the order in which their files start. A group begins when the last test of the group
 * before has ended.
 */
export const PROJECTS = [
  {
    name: 'whole tables, own modules',
    include: wholeTableWith(true),
    ...STACK_AND_OWN_MODULES,
    sequence: { groupOrder: 0 },
  },
  {
    name: 'whole tables',
    include: wholeTableWith(false),
    ...STACK,
    ...TOGETHER,
    sequence: { groupOrder: 0 },
  },
  {
    name: 'suite alone',
    include: filesWith({ stack: true, modules: false, process: true }),
    ...STACK,
    sequence: { groupOrder: 1 },
  },
  {
    name: 'pure alone',
    include: filesWith({ stack: false, modules: false, process: true }),
    sequence: { groupOrder: 1 },
  },
  {
    name: 'suite, own modules',
    include: filesWith({ stack: true, modules: true, process: false }),
    ...STACK_AND_OWN_MODULES,
    sequence: { groupOrder: 1 },
  },
  {
    name: 'pure, own modules',
    include: filesWith({ stack: false, modules: true, process: false }),
    ...OWN_MODULES,
    sequence: { groupOrder: 1 },
  },
  {
    name: 'suite',
    include: filesWith({ stack: true, modules: false, process: false }),
    ...STACK,
    ...TOGETHER,
    sequence: { groupOrder: 1 },
  },
  {
    name: 'pure',
    include: filesWith({ stack: false, modules: false, process: false }),
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
