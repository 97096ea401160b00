/** Runs before each file of tests that changes modules: several run in one process, and the next one finds none of them loaded. */
import { afterAll, vi } from 'vitest'

afterAll(() => void vi.resetModules())
