import { expect, inject, test } from 'vitest'
import { isJsonObject } from '../../../lib/domain/body/json-object.ts'
import { ENVIRONMENT } from '../../../lib/environment.ts'
import { compareTemplates } from '../../../lib/operator/upgrade/compare.ts'
import { EXISTING_TABLE, templateOf } from '../../support/settings.ts'
import { readTemplate, type Template } from '../../support/template.ts'

const synthesized = readTemplate(inject('assemblyDir'))
const functions = Object.entries(synthesized.Resources).filter(
  ([, { Type }]) => Type === 'AWS::Lambda::Function',
)
const TABLE =
  Object.entries(synthesized.Resources).find(([, { Type }]) => Type === 'AWS::DynamoDB::GlobalTable')?.[0] ??
  ''

/** The stack with this table in place of its own, as it is with the setting `tableArn`. */
function onTable(name: string): Template {
  const { Resources, Outputs } = structuredClone(synthesized)
  delete Resources[TABLE]
  for (const { Properties } of Object.values(Resources)) {
    const variables = (Properties?.Environment as { Variables?: Record<string, unknown> } | undefined)
      ?.Variables
    if (variables?.[ENVIRONMENT.tableName]) variables[ENVIRONMENT.tableName] = name
  }
  return { Resources, Outputs }
}

const read = ({ Resources }: Template) =>
  new Map(Object.entries(Resources).flatMap(([id, one]) => (isJsonObject(one) ? [[id, one]] : [])))
const found = (before: Template, after: Template) => compareTemplates(read(before), read(after))
const withTable = functions.filter(([, { Properties }]) =>
  JSON.stringify(Properties?.Environment).includes(TABLE),
)

test('after a restore a deployment without the table that was set is refused, with the way on', () => {
  const findings = found(onTable('restored'), synthesized)
  expect(findings).toMatchObject([
    {
      logicalId: withTable[0]?.[0],
      isAcceptable: true,
      what: `${withTable.length} functions would leave the table restored for the new, empty table ${TABLE}`,
      todo: expect.stringContaining('set tableArn and tableStreamArn of the stage in storefront.config.ts'),
    },
  ])
})

test('one function that leaves is counted as one', () => {
  const [id = ''] = withTable[0] ?? []
  const [one, other] = ['restored', 'other'].map((name) => {
    const { Resources, Outputs } = onTable(name)
    return { Resources: { [id]: Resources[id] ?? { Type: '', Properties: {} } }, Outputs }
  })
  expect(one && other && found(one, other)).toMatchObject([
    { what: '1 function would leave the table restored for the table other' },
  ])
})

test('another table that is set is refused', () => {
  expect(found(onTable('restored'), onTable('other'))).toMatchObject([
    {
      what: `${withTable.length} functions would leave the table restored for the table other`,
      todo: expect.stringContaining('set tableArn and tableStreamArn back'),
    },
  ])
})

test('the restore itself is let through with the table that the stack gives up, as the runbook says', () => {
  const findings = found(synthesized, onTable('restored'))
  expect(new Set(findings.map(({ logicalId }) => logicalId))).toEqual(new Set([TABLE]))
  expect(findings.every(({ isAcceptable }) => isAcceptable)).toBe(true)
})

test('functions that come and go leave no table', () => {
  const fewer = structuredClone(synthesized)
  for (const [name] of functions.slice(0, 3)) delete fewer.Resources[name]
  expect(found(synthesized, fewer)).toEqual([])
  expect(found(fewer, synthesized)).toEqual([])
})

/** The stage `staging` as it is shipped, and the two deployments by which a restore is rehearsed there. */
test('a table that its stage would destroy is given up in two deployments', () => {
  const { region } = EXISTING_TABLE
  const of = (settings: Parameters<typeof templateOf>[0]) => templateOf(settings, inject('assemblyDir'))
  const warmThroughput = { readUnits: 20_000, writeUnits: 8_000 }
  const shipped = of({ region, removalPolicy: 'destroy', warmThroughput })
  const kept = of({ region })
  const restored = of(EXISTING_TABLE)
  const refused = found(shipped, restored).filter(({ isAcceptable }) => !isAcceptable)
  expect(refused).toMatchObject([
    { logicalId: TABLE, why: expect.stringContaining('CloudFormation deletes it') },
  ])
  expect(found(shipped, kept)).toEqual([])
  expect(found(kept, restored).map(({ isAcceptable }) => isAcceptable)).not.toContain(false)
})
