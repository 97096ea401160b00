import { change } from './editing.ts'
import { choose, endTyping, place } from './selection.ts'
import { openSession, shown } from './store.ts'

/** Puts what was typed into the chosen cell, and goes on to another. */
export function commit(text: string, [rows, columns]: [number, number]): void {
  const { row, column } = place.value
  put(text)
  choose(row + rows, column + columns)
}

/** Puts what was typed into the chosen cell. */
export function put(text: string): void {
  const { row, column, typed } = place.value
  const [at, of] = [shown.value[row], openSession().tableColumns[column]]
  if (at && of && typed !== undefined) change([{ row: at, column: of, text }])
  endTyping()
}
