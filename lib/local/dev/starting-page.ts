import type { GatewayAnswer } from '../gateway/answer.ts'
import type { AnswerPage } from './pages-answer.ts'

/** The pages until the API is ready: all except `/`, which needs the API and shows that it is starting. */
export const whileStarting =
  (answerPage: AnswerPage): AnswerPage =>
  async (message) => {
    const isRoot = message.url?.split('?', 1)[0] === '/'
    return isRoot && message.method === 'GET' ? STARTING_PAGE : answerPage(message)
  }

/** The browser reloads the page automatically. */
const STARTING_PAGE: GatewayAnswer = {
  status: 503,
  headers: [
    ['content-type', 'text/html; charset=utf-8'],
    ['cache-control', 'no-store'],
    ['retry-after', '1'],
  ],
  body: Buffer.from(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="1">
<title>Storefront is starting</title>
<p role="status">Storefront is starting. This page shows the shop as soon as the API is ready.</p>
</html>
`),
}
