import { testGeneratedRequests } from './sample.ts'

testGeneratedRequests(1)
