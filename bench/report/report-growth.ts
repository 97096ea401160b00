import type { GrowthPart } from './figures.ts'
import type { Goal, Row } from './report-row.ts'

const FLAT: Goal = { of: 'ratio', target: 1.1, moonshot: 1 }

export const growthRows = ({ small, large }: GrowthPart): Row[] => [
  { figure: 'read units', value: large.read_units, baseline: small.read_units, digits: 1, goal: FLAT },
  { figure: 'CPU, µs', value: large.cpu_us, baseline: small.cpu_us, goal: FLAT },
  { figure: 'wall, µs', value: large.wall_us, baseline: small.wall_us },
]
