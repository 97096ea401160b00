import { App, Stack } from 'aws-cdk-lib'
import { expect, inject, test } from 'vitest'
import type { TableNeeds } from '../../lib/api/route.ts'
import { AUTHORIZER, BACKGROUND, DOCUMENTATION, ROUTES, UNMATCHED } from '../../lib/api/routes.ts'
import { FunctionRoles, type Grants } from '../../lib/infra/function-roles.ts'
import { createLogs } from '../../lib/infra/monitoring/logs.ts'
import { createQueues } from '../../lib/infra/queues.ts'
import { readSettings } from '../../lib/infra/settings/settings.ts'
import { tableOf } from '../../lib/infra/table.ts'
import { EVERYTHING, templateOf } from '../support/settings.ts'
import { readTemplate } from '../support/template.ts'
import { roleOf } from './roles.ts'

const FUNCTIONS = [AUTHORIZER, DOCUMENTATION, UNMATCHED, ...ROUTES, ...BACKGROUND].map((of) => of.function)

test.each([
  ['the defaults', readTemplate(inject('assemblyDir'))],
  ['everything on', templateOf(EVERYTHING, inject('assemblyDir'))],
])('with %s functions share a role exactly if their policies are equal', (_, stack) => {
  const roles = FUNCTIONS.map((name) => roleOf(stack, name))
  const policies = roles.map((role) => JSON.stringify(role.Properties.Policies))
  expect(new Set(roles).size).toBe(new Set(policies).size)
  expect(new Set(roles).size).toBeLessThan(FUNCTIONS.length / 2)
})

const table: TableNeeds = { actions: ['GetItem', 'PutItem'], queries: ['store-name', 'store-price'] }
const GRANTS: Grants = { needs: { function: 'x/first', table }, trigger: undefined, log: 'admin' }

/** The name of the role for these grants, in a stack that has the one for GRANTS. */
function nameOfRole(change: Partial<Grants>): string {
  const stack = new Stack(new App(), 'Test')
  const settings = readSettings({})
  const parts = { table: tableOf(stack, settings), queues: createQueues(stack) }
  const roles = new FunctionRoles(stack, 'Roles', {
    ...parts,
    logs: createLogs(stack, settings),
    tracing: false,
  })
  roles.roleFor(GRANTS)
  return roles.roleFor({ ...GRANTS, ...change }).node.id
}

const QUEUE = { queue: 'wake', mostAtOnce: 2 } as const
const needs = (change: object) => ({ needs: { function: 'x/second', table, ...change } })

test('the order in which a route names its needs makes no other role', () => {
  const reversed = {
    actions: table.actions?.toReversed(),
    queries: table.queries?.toReversed(),
  } as TableNeeds
  expect(nameOfRole(needs({ table: reversed }))).toBe('AdminGetItemPutItemStoreNameStorePrice')
})

test.each<[string, Partial<Grants>, string]>([
  ['another log', { log: 'public' }, 'PublicGetItemPutItemStoreNameStorePrice'],
  ['a trigger', { trigger: 'stream' }, 'AdminGetItemPutItemStoreNameStorePriceStream'],
  ['fewer actions', needs({ table: { ...table, actions: ['PutItem'] } }), 'AdminPutItemStoreNameStorePrice'],
  ['another index', needs({ table: { ...table, queries: ['store-name'] } }), 'AdminGetItemPutItemStoreName'],
  ['wake-ups', { trigger: QUEUE }, 'AdminGetItemPutItemStoreNameStorePriceQueueWake'],
  ['a queue to send to', needs({ sends: ['wake'] }), 'AdminGetItemPutItemStoreNameStorePriceSendsWake'],
  ['a queue to count', needs({ counts: ['wake'] }), 'AdminGetItemPutItemStoreNameStorePriceCountsWake'],
  [
    'the list of imports',
    needs({ everyImport: true, table: { ...table, queries: ['store-created'] } }),
    'AdminGetItemPutItemStoreCreatedEveryImport',
  ],
  [
    'the list of what is due',
    needs({ everyDue: true, table: { ...table, queries: ['store-created'] } }),
    'AdminGetItemPutItemStoreCreatedEveryDue',
  ],
  ['secrets', needs({ secrets: true }), 'AdminGetItemPutItemStoreNameStorePriceSecrets'],
])('with %s a function has another role, whose name says it', (_, change, name) => {
  expect(nameOfRole(change)).toBe(name)
})
