/** The client and the smoke test have lists of their own, because they are delivered without the code of the API. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { CommonOptions } from '../../../clients/typescript/src/command/common-options.ts'
import {
  type ImportOptions,
  importQuery,
} from '../../../clients/typescript/src/command/import/import-options.ts'
import { MOST_ROWS, MOST_SENT_BYTES, MOST_UNPACKED_BYTES } from '../../../clients/typescript/src/imports.ts'
import { PRODUCT_FIELDS, VARIANT_FIELDS } from '../../../clients/typescript/src/sync/import-row.ts'
import { PUBLIC_CORS } from '../../../lib/api/http/answer/cors.ts'
import { MAX_FILE_BYTES } from '../../../lib/domain/imports/import-job.ts'
import { MAX_ROWS } from '../../../lib/import/run/run-import.ts'
import { MAX_UNPACKED_BYTES } from '../../../lib/import/run/unpacked.ts'
import { EXPOSED } from '../../../lib/operator/smoke/checks/cors.ts'
import { SORTS } from '../../../lib/operator/smoke/checks/lists.ts'

interface Description {
  paths: Record<string, Record<string, { parameters: { name?: string }[] }>>
  components: { schemas: Record<string, { properties: object; enum?: string[] }> }
}

const { paths, components }: Description = JSON.parse(readFileSync('openapi.json', 'utf8'))

const membersOf = (schema: string) => Object.keys(components.schemas[schema]?.properties ?? {}).sort()

test('the command sends every parameter of an import, but that of parts: it sends a whole file', () => {
  const all: Required<Omit<ImportOptions, 'report' | keyof CommonOptions>> = {
    format: 'csv',
    encoding: 'utf-8',
    delimiter: ',',
    prices: 'decimal',
    stock: 'set',
    source: 'erp',
    category: 'Tea',
    status: 'draft',
    onMissing: 'keep',
    groupBy: 'name',
    duplicateSkus: 'refuse',
    withoutPrice: 'draft',
    map: ['A=name'],
    set: ['brand=A'],
    confirmMissing: true,
    dryRun: true,
    keepEmpty: true,
    wait: true,
  }
  const sent = new Set([...importQuery(all).keys(), 'part'])
  const named = paths['/admin/imports']?.post?.parameters.flatMap(({ name }) => name ?? [])
  expect([...sent].sort()).toEqual(named?.sort())
})

test('a sync knows every field of a product and of a variant that an import can have', () => {
  expect([...Object.keys(PRODUCT_FIELDS), 'external_id'].sort()).toEqual(membersOf('NewProduct'))
  expect(Object.keys(VARIANT_FIELDS).sort()).toEqual(membersOf('NewVariant'))
})

test('the client knows the limits of a file', () => {
  expect([MOST_ROWS, MOST_SENT_BYTES, MOST_UNPACKED_BYTES]).toEqual([
    MAX_ROWS,
    MAX_FILE_BYTES,
    MAX_UNPACKED_BYTES,
  ])
})

test('the smoke test tries every order of products, and every header that a page is allowed to read', () => {
  expect([...SORTS].sort()).toEqual(components.schemas.ProductSort?.enum?.toSorted())
  expect(EXPOSED.join(', ')).toBe(PUBLIC_CORS['access-control-expose-headers'])
})
