/** The rows of the report about pictures. */
import type { PicturesPart } from './figures.ts'
import type { Goal, Row } from './rows.ts'

const WAIT: Goal = {
  of: 'value',
  target: 2_000,
  name: 'p95',
  why: 'The upload waits for the drawing. The function has 1,769 MB, for which Lambda gives a whole vCPU.',
}
const MEMORY: Goal = {
  of: 'value',
  target: 600,
  name: 'Memory',
  why: 'A third of the function’s memory, for the largest picture that is taken.',
}

export const pictureRows = ({ photo, largest }: PicturesPart): Row[] => [
  { figure: '12 megapixels, JPEG, KB', value: photo.file_bytes / 1000 },
  { figure: '12 megapixels, all renditions, KB', value: photo.stored_bytes / 1000 },
  { figure: '12 megapixels, CPU ms of the first in a process', value: photo.first_cpu_ms },
  { figure: '12 megapixels, CPU ms', value: photo.cpu_ms },
  { figure: '12 megapixels, p95 ms', value: photo.wall_p95_ms, goal: WAIT },
  { figure: '12 megapixels, pictures per second', value: photo.per_second, digits: 2 },
  { figure: '12 megapixels, largest memory of the process, MiB', value: photo.peak_mib, goal: MEMORY },
  { figure: '50 megapixels, PNG, KB', value: largest.file_bytes / 1000 },
  { figure: '50 megapixels, CPU ms', value: largest.cpu_ms },
  { figure: '50 megapixels, largest memory of the process, MiB', value: largest.peak_mib, goal: MEMORY },
]
