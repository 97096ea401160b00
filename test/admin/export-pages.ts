import { parse } from 'csv-parse/sync'
import { call } from '../support/shop.ts'

/** A page of an export. */
export interface ExportPage {
  status: number
  headers: Headers
  text: string
  /** The query of the next page, as its `Link` has it; null on the last one. */
  next: string | null
}

/** Asks for a page of an export; `query` begins with `?`, if there is one. */
export async function exportPage(token: string, query = '', method = 'GET'): Promise<ExportPage> {
  const response = await call(`/admin/export${query}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
  })
  const { status, headers } = response
  const [, next = null] = /^<(\?[^>]*)>; rel="next"$/.exec(headers.get('link') ?? '') ?? []
  return { status, headers, text: await response.text(), next }
}

/** Every page, by their links. Throws if one is no 200, or if there is no end. */
export async function exportPages(token: string, query = ''): Promise<ExportPage[]> {
  const pages: ExportPage[] = []
  for (let next: string | null = query; next !== null; ) {
    const page: ExportPage = await exportPage(token, next)
    if (page.status !== 200 || pages.length === 100) throw new Error(`${next}: ${page.status} ${page.text}`)
    pages.push(page)
    next = page.next
  }
  return pages
}

/** The file that the pages of an export make. */
export const exportFile = async (token: string, query = ''): Promise<string> =>
  (await exportPages(token, query)).map(({ text }) => text).join('')

/** The lines of a file, sorted, as files in different orders are compared. */
export const sortedLines = (text: string): string[] => text.split('\n').sort()

/** The lines of a file of JSON Lines. */
export const linesIn = (text: string): Record<string, unknown>[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))

/** The rows of a CSV file by their columns. */
export const rowsIn = (text: string): Record<string, string>[] => parse(text, { columns: true })
