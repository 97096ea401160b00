import { expect, test } from 'vitest'
import { createResolver } from '../../lib/local/intrinsics.ts'
import { readTable } from '../../lib/local/table-definition.ts'
import { readTemplate } from '../../lib/local/template.ts'
import { fixtureTemplate } from './fixture.ts'

/** What CreateTable is told of the stream, with these resources beside the fixture's. */
function streamWith(further: object): unknown {
  const source = structuredClone(fixtureTemplate())
  Object.assign(source.Resources, further)
  const template = readTemplate(source)
  const resolve = createResolver(template, { stackName: 'fixture', apiEndpoint: 'http://localhost' })
  return readTable(template, resolve).create.StreamSpecification
}

test('the table has a stream when a function reads it, and no other', () => {
  const mapping = { Type: 'AWS::Lambda::EventSourceMapping', Properties: {} }
  expect(streamWith({ Mapping: mapping })).toEqual({ StreamEnabled: true, StreamViewType: 'KEYS_ONLY' })
  expect(streamWith({})).toBeUndefined()
})
