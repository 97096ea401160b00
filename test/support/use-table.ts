import { inject } from 'vitest'
import { forgetClient } from '../../lib/data/table/calls/writer.ts'
import { useBucket, useTable } from '../../lib/environment.ts'

useTable(inject('table'))
useBucket(inject('bucket'), `${new URL(inject('baseUrl')).origin}/media`)
forgetClient()
