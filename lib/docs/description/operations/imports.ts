import { FILE_TYPES } from '../../../api/http/imports/file-body.ts'
import { ref } from '../json-schema.ts'
import type { OperationSpec } from '../operation.ts'
import { pathParameter, QUERIES } from '../parameters.ts'
import { A_FILE, A_QUEUED_IMPORT, AN_IMPORT, AN_IMPORT_FAULT } from '../schemas/import.ts'
import { listExample } from '../schemas/list.ts'

const id = pathParameter('id', 'The id of the import.')

const accepted = (description: string, example: object) =>
  ({ description, schema: ref('Import'), example }) as const

/** The operations on imports, by the function that handles them. */
export const IMPORT_OPERATIONS = {
  'admin/imports/list': {
    operationId: 'listImports',
    summary: 'List imports',
    description: 'Returns a page of the imports of the last 30 days, newest first.',
    tag: 'Imports',
    parameters: QUERIES.page,
    answers: {
      200: {
        description: 'A page of imports.',
        schema: ref('ImportList'),
        example: listExample(AN_IMPORT),
        headers: ['Link'],
      },
    },
  },
  'admin/imports/create': {
    operationId: 'createImport',
    summary: 'Import a file',
    description:
      'Imports a whole file of products: CSV from any shop, an export of Shopify or WooCommerce, JSON Lines or JSON. The body is the file itself, at most 4,400 KB as it is sent and 40 MB unpacked; gzip is recognized by its first bytes. A row is recognized by its external id, its SKU or its slug, so the same file can be sent again at any time. The import runs after the response; a business has one at a time. Also needs `categories:write`, and with `stock=set` `inventory:write`.',
    tag: 'Imports',
    parameters: QUERIES.imports,
    body: {
      schema: 'ImportFile',
      types: FILE_TYPES,
      example: A_FILE,
      description: 'The file. `text/csv` and `application/json` are only for UTF-8, uncompressed.',
    },
    answers: {
      202: { ...accepted('The import, which is queued.', A_QUEUED_IMPORT), headers: ['Location'] },
    },
    problems: ['import_running', 'body_too_large', 'unsupported_media_type'],
  },
  'admin/imports/get': {
    operationId: 'getImport',
    summary: 'Get an import',
    description: 'Returns one import. To follow it, read it once a second.',
    tag: 'Imports',
    parameters: [id],
    answers: { 200: { description: 'The import.', schema: ref('Import'), example: AN_IMPORT } },
    problems: ['import_not_found'],
  },
  'admin/imports/faults/list': {
    operationId: 'listImportFaults',
    summary: 'List the rows that an import refused',
    description: 'Returns a page of the rows that were refused or left out, in the order of the file.',
    tag: 'Imports',
    parameters: [id, ...QUERIES.page],
    answers: {
      200: {
        description: 'A page of rows.',
        schema: ref('ImportFaultList'),
        example: listExample(AN_IMPORT_FAULT),
        headers: ['Link'],
      },
    },
    problems: ['import_not_found'],
  },
  'admin/imports/cancel': {
    operationId: 'cancelImport',
    summary: 'Cancel an import',
    description:
      'Ends an import at its next checkpoint, within 5 seconds once its file has been read. After a crash of its function that can take 6 minutes. Rows that were written stay. An import that has ended stays as it is.',
    tag: 'Imports',
    parameters: [id],
    body: {
      schema: 'EmptyObject',
      description: 'The request needs no body.',
      example: {},
      isOptional: true,
    },
    answers: { 202: accepted('The import, which is about to end.', AN_IMPORT) },
    problems: ['import_not_found'],
  },
} satisfies Record<string, OperationSpec>
