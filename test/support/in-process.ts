import type { Context } from 'aws-lambda'
import type { Answer } from '../../lib/api/http/answer/answer.ts'
import type { ApiEvent } from '../../lib/api/http/answer/outcome.ts'
import { apiEvent, lambdaContext } from './events.ts'
import type { List } from './shop.ts'

type Handler = (event: ApiEvent, context: Context) => Promise<Answer>

/** A function's answer with its body as text, whatever it was coded in. */
export interface Reply {
  status: number
  headers: Record<string, string>
  text: string
}

interface Question {
  route: string
  query?: string
  path?: Record<string, string>
  headers?: Record<string, string>
  method?: string
}

/** Calls a function's handler here, without a gateway in between, as a public caller of this business. */
export async function ask(handler: Handler, businessId: string, question: Question): Promise<Reply> {
  const verdict = { business_id: businessId, identified_by: 'public' }
  const answer = await handler(apiEvent({ ...question, verdict }), lambdaContext())
  return { status: answer.statusCode, headers: answer.headers, text: answer.body ?? '' }
}

/** The JSON of a list. Throws if the answer is anything but a 200. */
export async function askList(handler: Handler, businessId: string, question: Question): Promise<List> {
  const { status, text } = await ask(handler, businessId, question)
  if (status !== 200) throw new Error(`${question.route}?${question.query}: ${status} ${text}`)
  return JSON.parse(text) as List
}

/** Every page of a list, following `next_cursor`; stops with an error after `maxPages`. */
export async function askPages(
  handler: Handler,
  businessId: string,
  { route, query = '' }: { route: string; query?: string },
  {
    betweenPages = async () => {},
    maxPages = 100,
  }: { betweenPages?: () => Promise<unknown>; maxPages?: number } = {},
): Promise<List[]> {
  const pages: List[] = []
  let cursor: string | null = null
  do {
    if (pages.length === maxPages) throw new Error(`${route}?${query}: no end after ${maxPages} pages`)
    if (pages.length > 0) await betweenPages()
    const page: List = await askList(handler, businessId, {
      route,
      query: cursor === null ? query : `${query}${query && '&'}cursor=${cursor}`,
    })
    pages.push(page)
    cursor = page.next_cursor
  } while (cursor !== null)
  return pages
}
