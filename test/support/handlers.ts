import type { Context } from 'aws-lambda'
import type { Answer } from '../../lib/api/http/answer/answer.ts'
import type { ApiEvent } from '../../lib/api/http/answer/outcome.ts'
import { ROUTES } from '../../lib/api/routes.ts'

type Handler = (event: ApiEvent, context: Context) => Promise<Answer>

/** Every route that asks for an identification, with its function's handler; a new route comes by itself. */
export const guardedRoutes = () =>
  Promise.all(
    ROUTES.filter((route) => String(route.access) !== 'none').map(async (route) => {
      const file = new URL(`../../functions/${route.function}.ts`, import.meta.url).pathname
      const { handler } = (await import(file)) as { handler: Handler }
      return { ...route, handler }
    }),
  )
