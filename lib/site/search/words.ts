const PAGING = 'page paging pagination cursor next'

/**
 * Words by which people look for a place that does not have them, or has them less than others: the terms of other
 * APIs, of their tools and of their own trade. By place: the page, or the page and the place in it.
 */
export const WORDS: Readonly<Record<string, string>> = {
  'admin-writes#bulk': 'batch mass',
  'admin-writes#rate-limit': 'throttling throttled 429',
  'admin-writes#two-scripts-at-once': 'concurrency optimistic locking race if match etag',
  'admin-writes#crashes-and-retries': 'idempotency idempotent retry',
  'admin-writes#lists': PAGING,
  'api-keys': 'authentication authorization login token bearer scope permissions',
  'api-service#getDescription': 'swagger openapi postman insomnia',
  changelog: 'changelog changes release notes history version',
  client: 'sdk npm package library react vue typescript javascript',
  construct: 'custom cdk library embed',
  cost: 'pricing price bill billing money dollars',
  'events#a-receiver': 'webhook signature verify hmac signed',
  'events#the-audit-log': 'audit who changed history',
  'from-shopify': 'migrate migration shopify csv export',
  'from-woocommerce': 'migrate migration wordpress woocommerce csv export',
  inventory: 'inventory oversell stock reserve reservation quantity',
  'limits#fields-of-an-object': 'size maximum length',
  'limits#objects-of-a-business': 'maximum most products quota',
  'operations#alarms': 'monitoring alert alerts observability',
  'operations#delete-a-business': 'offboarding gdpr erase',
  'operations#first-deployment': 'install custom domain dns certificate',
  'operations#personal-data': 'gdpr privacy dsgvo',
  'operations#restore-the-table': 'backup recovery disaster pitr',
  'operations#roll-back': 'rollback downgrade undo',
  'operations#tear-down': 'uninstall remove destroy teardown',
  'operator#importing-a-catalogue': 'upload import csv excel spreadsheet feed file',
  problems: 'error errors codes exception',
  'public-reads#a-list-of-products': PAGING,
  'public-reads#errors': '404 not found',
  'public-reads#naming-the-business': 'authentication identify tenant slug header login',
  'public-reads#pages-on-other-origins': 'cors origin browser preflight',
  recipes: 'examples sdk client react vue svelte howto',
  'recipes#how-do-i-page-through-a-list': PAGING,
  'recipes#next': 'nextjs react vercel',
  'versioning#generated-clients': 'sdk npm package typescript client library python codegen',
}
