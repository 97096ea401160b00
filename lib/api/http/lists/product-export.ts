import { type ExportedProduct, exportPage } from '../../../data/products/export-page.ts'
import { idsOf } from '../../../domain/products/additional-categories.ts'
import { PRODUCT_STATUSES } from '../../../domain/products/product.ts'
import { isSlug } from '../../../domain/text/identifiers.ts'
import { nameInFile } from '../../../import/catalogue-files/category-path.ts'
import { type CatalogueProduct, catalogueLine } from '../../../import/catalogue-files/line.ts'
import { CSV_HEADER, csvLine } from '../../../import/catalogue-files/product-cells.ts'
import { SHOPIFY_HEADER, shopifyLines } from '../../../import/catalogue-files/shopify-rows.ts'
import type { AdminResult } from '../answer/admin-result.ts'
import { anyText, oneOf, type Parameters, pageParameters } from '../parameters/parameters.ts'
import { listIdentity, makeCursor, pageRequest } from './cursor.ts'
import { type ListRequest, nextLink } from './list-answer.ts'

/** The words of `format`. */
export const EXPORT_FORMATS = ['jsonl', 'csv', 'shopify'] as const
type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** The query parameters of `GET /admin/export`. */
export const exportParameters = {
  format: oneOf(EXPORT_FORMATS),
  status: oneOf(PRODUCT_STATUSES),
  category: anyText,
  ...pageParameters,
}

/** A file in a format: its media type, its first line if it has one of its own, and the lines of a product. */
interface FileFormat {
  type: string
  header?: string
  linesOf: (product: CatalogueProduct) => string
}

const CSV = 'text/csv; charset=utf-8'

const FILES: Record<ExportFormat, FileFormat> = {
  jsonl: { type: 'application/x-ndjson', linesOf: (product) => JSON.stringify(catalogueLine(product)) },
  csv: { type: CSV, header: CSV_HEADER, linesOf: csvLine },
  shopify: { type: CSV, header: SHOPIFY_HEADER, linesOf: shopifyLines },
}

/** The products of a page if the query does not say how many. */
const MOST_PRODUCTS = 200

interface ExportRequest extends ListRequest {
  businessId: string
  parameters: Parameters<typeof exportParameters>
}

/**
 * A page of an export as a part of a file: all pages one behind the other are the file, so the header is on the first page
 * alone. Throws `invalid_cursor`.
 */
export async function exportResult(request: ExportRequest): Promise<AdminResult> {
  const { businessId, parameters } = request
  const { format = 'jsonl', status, category, limit = MOST_PRODUCTS, cursor } = parameters
  const identity = listIdentity(businessId, '/admin/export', { ...parameters, format })
  const page = pageRequest({ limit, ...(cursor !== undefined && { cursor }) }, identity)
  const { type, header, linesOf } = FILES[format]
  const render = (product: ExportedProduct) => {
    const item = `${linesOf(named(product))}\n`
    // Lambda sends the body as a string in JSON, where a quotation mark has two bytes.
    return { item, bytes: Buffer.byteLength(JSON.stringify(item)) }
  }
  const { items, position } =
    // A category that cannot exist leaves nothing, and is found out without looking.
    category !== undefined && !isSlug(category)
      ? { items: [], position: null }
      : await exportPage(businessId, { status, category }, page, render)
  const isFirst = cursor === undefined
  return {
    text: (isFirst && header !== undefined ? `${header}\n` : '') + items.join(''),
    headers: {
      'content-type': type,
      ...(position !== null && { link: nextLink(request, makeCursor(position, identity)) }),
    },
  }
}

function named({ paths, ...stocked }: ExportedProduct): CatalogueProduct {
  const nameOf = (id: string) => nameInFile(id, paths.get(id) ?? [id])
  const { product } = stocked
  return { ...stocked, category: nameOf(product.category_id), additional: idsOf(product).map(nameOf) }
}
