import { inject } from 'vitest'
import { forgetClient } from '../../lib/data/table/calls/writer.ts'
import { useTable } from '../../lib/environment.ts'

useTable(inject('table'))
forgetClient()
