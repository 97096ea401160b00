import type { GatewayAnswer } from './gateway-answer.ts'

/** What `/` shows until the API answers. The browser asks again by itself. */
export const STARTING_PAGE: GatewayAnswer = {
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
<p role="status">Storefront is starting. This page shows the shop as soon as the API answers.</p>
</html>
`),
}
