import { batch, signal } from '@preact/signals'
import { isRefusal, wordsOf } from '../../api/client.ts'
import { putSchedule, readSchedules } from '../../api/schedules.ts'
import type { Row } from '../../rules/rows.ts'
import type { Schedule } from '../../rules/scheduled/schedule-words.ts'
import {
  emptyWanted,
  type Faults,
  readWanted,
  refusedPlan,
  type Wanted,
} from '../../rules/scheduled/wanted-change.ts'
import { isLeft, openSession, type Session, said, trouble } from '../store.ts'
import { stopIn } from '../trouble.ts'
import { put } from './scheduled.ts'

/** What is typed for one product. It stays until it is planned, also if a key has to be entered in between. */
interface Draft {
  product: string
  wanted: Wanted
  faults: Faults
  /** Why nothing is planned, beyond the faults of fields. */
  words: string
}

const draft = signal<Draft | undefined>(undefined)
export const isPlanning = signal(false)

/** The draft for a product. */
export function draftOf(row: Row): Draft {
  if (draft.value?.product === row.id) return draft.value
  return { product: row.id, wanted: emptyWanted(row, openSession().shop), faults: {}, words: '' }
}

/** Keeps what is typed into a field. */
export function typed<Name extends keyof Wanted>(row: Row, name: Name, value: Wanted[Name]): void {
  const { wanted, faults } = draftOf(row)
  draft.value = {
    product: row.id,
    wanted: { ...wanted, [name]: value },
    faults: { ...faults, [name]: '' },
    words: '',
  }
}

/** Plans what is typed for a product, in place of the schedule that is shown. */
export async function plan(row: Row, before: Schedule | undefined): Promise<void> {
  if (isPlanning.value) return
  const opened = openSession()
  const now = draftOf(row)
  const zone = opened.business.timezone
  const { body, faults } = readWanted(now.wanted, { row, shop: opened.shop, zone })
  if (!body) {
    draft.value = { ...now, faults, words: '' }
    return
  }
  batch(() => {
    isPlanning.value = true
    trouble.value = ''
    draft.value = { ...now, faults: {}, words: '' }
  })
  try {
    const planned = await putSchedule(opened.api, row.id, body, before)
    if (isLeft(opened)) return
    put(opened, row.id, planned)
    draft.value = undefined
    said.value = `Planned a change of ${row.values.name}`
  } catch (error) {
    if (!isRefusal(error)) stopIn(opened, error)
    else if (!isLeft(opened)) {
      draft.value = {
        ...now,
        ...refusedPlan(error.problem ?? { code: '', detail: wordsOf(error) }, now.wanted),
      }
      await lookAgain(opened, row.id)
    }
  } finally {
    isPlanning.value = false
  }
}

/** Shows the schedule that a product has by now. */
async function lookAgain(opened: Session, product: string): Promise<void> {
  try {
    const { data } = await readSchedules(opened.api, product)
    put(opened, product, data[0])
  } catch (error) {
    stopIn(opened, error)
  }
}
