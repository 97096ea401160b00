import { inject } from 'vitest'
import { useTable } from '../../lib/environment.ts'

useTable(inject('table'))
