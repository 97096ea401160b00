/** Runs before each file of tests: several of them run in one process, and each finds it as the first did. */
import { afterAll } from 'vitest'
import { catchLog } from './log.ts'
import { notedProcess } from './put-back.ts'

catchLog()
afterAll(notedProcess())
