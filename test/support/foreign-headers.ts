import type { Lines } from './send.ts'

const HOST = 'evil.example'
const URL_PATHS = ['/api/v1/admin/products', `https://${HOST}/`, '//evil.example/', '..%2f']
const METHODS = ['POST', 'DELETE', 'HEAD', 'OPTIONS']
const ADDRESSES = ['127.0.0.1', '10.0.0.1, 127.0.0.1', '::1', '169.254.169.254']

const each = (names: readonly string[], values: readonly (string | string[])[]): Lines[] =>
  names.flatMap((name) => values.map((value) => ({ [name]: value })))

/**
 * Headers on which no response may depend, one set for each request: those of proxies and frameworks that change the host,
 * path, method or address of a request, those that choose a representation, and those of browsers. Most of the names are
 * in the lists of cache poisoning: https://portswigger.net/research/practical-web-cache-poisoning
 */
export const UNTRUSTED_HEADERS: readonly Lines[] = [
  ...each(
    [
      'x-forwarded-host',
      'x-host',
      'x-forwarded-server',
      'x-http-host-override',
      'x-original-host',
      'x-backend-host',
    ],
    [HOST, `${HOST}:1`, [HOST, 'b.example']],
  ),
  ...each(
    [
      'x-original-url',
      'x-rewrite-url',
      'x-forwarded-path',
      'x-forwarded-prefix',
      'x-forwarded-uri',
      'x-envoy-original-path',
    ],
    URL_PATHS,
  ),
  ...each(['x-http-method-override', 'x-http-method', 'x-method-override', '_method'], METHODS),
  ...each(
    [
      'x-forwarded-for',
      'x-real-ip',
      'x-client-ip',
      'true-client-ip',
      'cf-connecting-ip',
      'x-cluster-client-ip',
      'fastly-client-ip',
      'cloudfront-viewer-address',
    ],
    ADDRESSES,
  ),
  ...each(['forwarded'], [`for=127.0.0.1;host=${HOST};proto=http`, `host="${HOST}"`, 'for="[::1]"', 'x']),
  ...each(
    ['x-forwarded-proto', 'x-forwarded-scheme', 'x-forwarded-protocol', 'x-url-scheme'],
    ['http', 'https', 'ftp'],
  ),
  ...each(['x-forwarded-port', 'x-forwarded-ssl', 'front-end-https'], ['1', 'on', '443']),
  ...each(
    ['accept'],
    [
      'text/html',
      'application/xml',
      'application/json;q=0',
      'image/*',
      '*/*',
      'application/problem+json',
      'x',
    ],
  ),
  ...each(['accept-language'], ['de', 'ar, en;q=0.1', '*']),
  ...each(['accept-charset'], ['utf-16', 'iso-8859-1;q=1, *;q=0']),
  ...each(['accept-datetime'], ['Thu, 01 Jan 1970 00:00:00 GMT']),
  ...each(
    ['cookie'],
    ['a=b', 'business=other', 'x-public-business-slug=other', 'session=1; token=2', ['a=b', 'c=d'], ''],
  ),
  ...each(['range'], ['bytes=0-0', 'bytes=-1', 'bytes=0-1,3-4', 'bytes=999999-', 'items=0-1', 'x']),
  ...each(['if-range'], ['"x"', 'Thu, 01 Jan 1970 00:00:00 GMT']),
  ...each(
    ['if-modified-since', 'if-unmodified-since'],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 'Thu, 01 Jan 2099 00:00:00 GMT'],
  ),
  ...each(['if-match'], ['*', '"x"', 'x']),
  ...each(['origin'], ['https://evil.example', 'null', ['https://a.example', 'https://b.example'], 'x']),
  ...each(['referer', 'referrer'], [`https://${HOST}/`]),
  ...each(['access-control-request-method'], METHODS),
  ...each(['access-control-request-headers'], ['authorization', 'x-evil', '*']),
  ...each(['access-control-request-private-network'], ['true']),
  ...each(['sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest'], ['cross-site', 'navigate', 'script']),
  ...each(['save-data', 'dnt', 'sec-gpc', 'upgrade-insecure-requests'], ['on', '1']),
  ...each(
    ['user-agent'],
    ['', 'curl/8', 'Amazon CloudFront', 'Googlebot/2.1', 'x'.repeat(1_000), 'Mozilla/5.0 (iPhone)'],
  ),
  ...each(['cache-control', 'pragma'], ['no-cache', 'no-store', 'only-if-cached', 'max-age=0']),
  ...each(['content-type'], ['application/json', 'text/plain', 'multipart/form-data; boundary=x', 'x']),
  ...each(['content-encoding', 'content-language', 'content-location'], ['gzip', '/api/v1/health']),
  ...each(['expect'], ['100-continue']),
  ...each(['prefer', 'priority'], ['return=minimal', 'u=0', 'wait=1']),
  ...each(['te', 'via', 'warning', 'max-forwards', 'from', 'date'], ['0', 'trailers', '1.1 evil.example']),
  ...each(
    ['proxy-authorization', 'x-api-key', 'x-authorization', 'x-amz-security-token'],
    ['Bearer sfk_x', 'x'],
  ),
  ...each(
    ['x-amzn-trace-id', 'traceparent', 'x-request-id', 'x-correlation-id', 'x-amz-cf-id'],
    ['x', 'Root=1-x'],
  ),
  ...each(['x-amz-date', 'x-amz-content-sha256', 'x-apigw-api-id', 'x-edge-location'], ['x']),
  ...each(['idempotency-key', 'x-public-business', 'x-business-id', 'x_public_business_slug'], ['other']),
  ...each(
    ['x-middleware-subrequest', 'x-nextjs-data', 'x-wap-profile', 'proxy', 'base-url', 'x-debug'],
    ['1'],
  ),
]
