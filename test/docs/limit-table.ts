import { IDENTIFIED_WITHIN_MS } from '../../lib/api/access/identify.ts'
import { MOST_RESPONSE_BYTES } from '../../lib/api/http/answer/answer.ts'
import { COMPRESSED_FROM_BYTES } from '../../lib/api/http/answer/content-coding.ts'
import { MOST_GZIP_BYTES } from '../../lib/api/http/answer/file-answer.ts'
import { MAX_DEPTH, MAX_NAME_LENGTH } from '../../lib/api/http/body/structure.ts'
import { MAX_BULK_BYTES } from '../../lib/api/http/bulk/bulk.ts'
import { MOST_PLANNED_OPERATIONS } from '../../lib/api/http/bulk/bulk-plan.ts'
import { KEPT_MS, REFUSED_MS } from '../../lib/api/http/feeds/kept-files.ts'
import { LONGEST_SEARCH, MOST_FILTER_VALUES, MOST_HITS } from '../../lib/api/http/lists/product-search.ts'
import { readIdempotencyKey } from '../../lib/api/http/parameters/idempotency-key.ts'
import { MOST_FAULTS as MOST_QUERY_FAULTS } from '../../lib/api/http/parameters/parameters.ts'
import { WRITES_PER_TOKEN } from '../../lib/api/http/pipeline/cost.ts'
import { MOST_FAULTS, MOST_SHOWN } from '../../lib/api/http/problems/validation.ts'
import { CALL_MS } from '../../lib/api/mcp/endpoint.ts'
import { REQUEST_MS } from '../../lib/api/mcp/own-api.ts'
import { LONGEST_ID } from '../../lib/api/mcp/protocol.ts'
import { MOST_FAULTS_NAMED, MOST_RESULT_BYTES } from '../../lib/api/mcp/shown.ts'
import { MAX_FORMER_SLUGS } from '../../lib/data/businesses.ts'
import { A_WEEK_S } from '../../lib/data/imports/file-parts.ts'
import { THIRTY_DAYS_S as IMPORT_KEPT_S } from '../../lib/data/imports/imports.ts'
import { MAX_CATEGORIES, MAX_PRODUCTS } from '../../lib/data/limits.ts'
import { PICTURE_IN_CACHES_S } from '../../lib/data/media/rendition-store.ts'
import { MOST_PLAN_BYTES, PLAN_LIFE_S } from '../../lib/data/plans.ts'
import { EXPORT_PAGE_BYTES } from '../../lib/data/products/export-page.ts'
import { MOST_BYTES as SHOP_BYTES } from '../../lib/data/search/read-shop.ts'
import { READ_AGAIN_MS, STORED_AGAIN_MS } from '../../lib/data/search/renewal-times.ts'
import { MOST_CHANGES as MOST_CHANGED } from '../../lib/data/search/searched-shop.ts'
import { STORED_FROM_BYTES } from '../../lib/data/search/stored-index.ts'
import { FEED_BOUNDS, MOST_ROWS } from '../../lib/data/storefront/shop-window.ts'
import { FEED_DELAY_MS, LONGEST_WRITE_MS } from '../../lib/data/table/calls/times.ts'
import { MOST_BYTES } from '../../lib/data/table/commit.ts'
import { THIRTY_DAYS_S } from '../../lib/data/table/events.ts'
import { A_DAY_S } from '../../lib/data/table/idempotency.ts'
import { ADMIN_READ_BYTES, PUBLIC_READ_BYTES } from '../../lib/data/table/pages.ts'
import { KEPT_MS as DELIVERY_KEPT_MS } from '../../lib/data/webhooks/deliveries.ts'
import { MOST_ASKED } from '../../lib/data/webhooks/delivery-requests.ts'
import { PREVIOUS_SECRET_MS } from '../../lib/data/webhooks/secrets.ts'
import { DEFAULT_RATE_LIMIT, readRotation } from '../../lib/domain/api-keys/api-key.ts'
import { MOST_LEVELS } from '../../lib/domain/category.ts'
import { LONGEST as LONGEST_ATTRIBUTE } from '../../lib/domain/channels/attributes.ts'
import { LONGEST_FEED } from '../../lib/domain/channels/feeds.ts'
import { LONGEST_TITLE } from '../../lib/domain/channels/goods.ts'
import { MOST_NAMED } from '../../lib/domain/channels/report.ts'
import { MAX_FILE_BYTES, MAX_KEPT_FAULTS } from '../../lib/domain/imports/import-job.ts'
import * as limits from '../../lib/domain/limits.ts'
import * as media from '../../lib/domain/media.ts'
import { RESOURCES } from '../../lib/domain/resources.ts'
import { LEAST_AHEAD_MS, MOST_DAYS } from '../../lib/domain/schedules/schedule.ts'
import { MOST_OPTIONS } from '../../lib/domain/search/facets.ts'
import { MOST_DIFFERENT } from '../../lib/domain/search/places.ts'
import { MOST_BY_RELEVANCE } from '../../lib/domain/search/result-page.ts'
import { MOST_WORDS } from '../../lib/domain/search/word-count.ts'
import { LONGEST_WORD } from '../../lib/domain/search/words.ts'
import { MOST_HELD } from '../../lib/domain/stock/hold.ts'
import { CHANGES_PER_COMMIT, MOST_ATOMIC_CHANGES } from '../../lib/domain/stock/inventory.ts'
import { COMPARED_BYTES } from '../../lib/domain/text/name-order.ts'
import { LONGEST as LONGEST_SLUG } from '../../lib/domain/text/slug.ts'
import { MOST_A_SECOND } from '../../lib/domain/webhooks/delivery.ts'
import { MOST_REDELIVERED } from '../../lib/domain/webhooks/redelivery.ts'
import { MOST_ENTRIES } from '../../lib/import/catalogue-files/entries.ts'
import { MAX_CELL_TEXT, MOST_COLUMNS } from '../../lib/import/catalogue-files/read/csv-rows.ts'
import { MAX_LINE_CHARACTERS, MOST_NAMES } from '../../lib/import/catalogue-files/read/json-rows.ts'
import { MOST_VALUES_OF_ROW } from '../../lib/import/catalogue-files/read/json-values.ts'
import { MAX_CELL_OF_FIELD } from '../../lib/import/read/csv-cells.ts'
import { MAX_CELL_CHARACTERS } from '../../lib/import/read/json-cells.ts'
import { MAX_ROWS, MAX_SCRATCH_BYTES } from '../../lib/import/run/run-import.ts'
import { MAX_CELLS, MAX_JSON_CHARACTERS } from '../../lib/import/run/run-rules.ts'
import { MAX_UNPACKED_BYTES } from '../../lib/import/run/unpacked.ts'
import { readSettings } from '../../lib/infra/settings/settings.ts'
import { SLUGS_HELD_MS } from '../../lib/operator/upkeep/removal/names.ts'
import { CALLS_END_MS } from '../../lib/operator/upkeep/removal/removal.ts'
import {
  cached,
  countsWords,
  holds,
  isOneMorePage,
  type Limit,
  largest,
  longest,
  most,
  ofMetadata,
  ofParameter,
  preflightS,
  readBody,
  readExternalId,
  runImports,
  same,
  showsTries,
  showsValues,
  takes,
} from './limit-figures.ts'

const settings = readSettings({})

/** For so long a shared cache keeps a public response, at most. */
const IN_CACHES_S = cached('s-maxage') + cached('stale-while-revalidate')

/** The rows of docs/limits.md by their first column. */
export const LIMITS: Record<string, Limit> = {
  'products of a business, in any status': MAX_PRODUCTS,
  'variants of all products with options of a business': limits.MAX_VARIANTS,
  'categories of a business': MAX_CATEGORIES,
  'levels of categories': MOST_LEVELS,
  'API keys of a business that are neither revoked nor expired': RESOURCES.api_key.limit,
  'webhooks of a business': RESOURCES.webhook.limit,
  'pictures of a business': media.MAX_PICTURES,
  'pictures of a business together, as they were sent': media.MAX_PICTURES_BYTES,
  'former slugs of a business at the same time': MAX_FORMER_SLUGS,
  'an object as JSON, without the members that the API changes (`version`, `status`, `is_available`)':
    limits.MAX_OBJECT_BYTES,
  'all variants of a product as JSON': limits.MAX_VARIANTS_BYTES,
  '`name` of a product': longest('NewProduct.name'),
  '`description` of a product': longest('NewProduct.description'),
  '`price`, `compare_at_price`, `cost`': largest(
    ...['NewProduct', 'NewVariant'].flatMap((of) => [`${of}.price`, `${of}.compare_at_price`, `${of}.cost`]),
  ),
  '`images` of a product': most('NewProduct.images'),
  '`tags` of a product': most('NewProduct.tags'),
  '`additional_categories` of a product': most('NewProduct.additional_categories'),
  'a tag': longest('NewProduct.tags.items'),
  '`position`': largest('NewProduct.position', 'NewVariant.position', 'NewCategory.position'),
  '`sku`': longest('NewProduct.sku', 'NewVariant.sku', 'StockChange.sku'),
  '`external_id`': takes(readExternalId),
  '`brand`, `mpn`': longest('NewProduct.brand', 'NewProduct.mpn', 'NewVariant.mpn'),
  '`weight_grams`': largest('NewProduct.weight_grams', 'NewVariant.weight_grams'),
  '`product_url_template` of a business': longest('BusinessPatch.product_url_template'),
  'the slug of a product': LONGEST_SLUG.product,
  'the slug of a business, the `id` of a category': LONGEST_SLUG.category,
  'options of a product': most('NewProduct.options', 'NewVariantSet.options'),
  'values of an option': most('NewOption.values'),
  '`name` of an option': longest('NewOption.name'),
  'a value of an option': longest('NewOption.values.items'),
  'variants of a product': most('NewProduct.variants', 'NewVariantSet.variants'),
  '`quantity` and `low_stock_at`': largest(
    ...['NewProduct', 'NewVariant'].flatMap((of) => [`${of}.quantity`, `${of}.low_stock_at`]),
  ),
  '`name` of a category': longest('NewCategory.name'),
  '`description` of a category': longest('NewCategory.description'),
  '`name` of a business': longest('BusinessPatch.name'),
  '`description` of a business': longest('BusinessPatch.description'),
  'a field of `contact`': longest('ContactPatch.email', 'ContactPatch.phone', 'ContactPatch.address'),
  '`social_links`': most('BusinessPatch.social_links'),
  'a URL': longest('NewImage.url', 'BusinessPatch.logo_url', 'ContactPatch.website', 'NewWebhook.url'),
  '`alt` of an image': longest('NewImage.alt'),
  '`width` and `height` of an image': largest('NewImage.width', 'NewImage.height'),
  'members of `metadata`': ofMetadata('maxProperties'),
  'a name in `metadata`': ofMetadata('propertyNames.maxLength'),
  'a value in `metadata`': ofMetadata('additionalProperties.maxLength'),
  '`name` of an API key': longest('NewApiKey.name'),
  '`allowed_ips` of an API key': most('NewApiKey.allowed_ips'),
  '`events` of a webhook': most('NewWebhook.events'),
  '`description` of a webhook': longest('NewWebhook.description'),
  'a body': takes(readBody),
  'the body of a bulk request': MAX_BULK_BYTES,
  'operations of a plan': MOST_PLANNED_OPERATIONS,
  'the operations or changes of a plan, in JSON': MOST_PLAN_BYTES,
  'operations of a bulk request': most('BulkRequest.operations'),
  'the file of an import, as it is sent': MAX_FILE_BYTES,
  'the file of an import, unpacked': MAX_UNPACKED_BYTES,
  'characters of a JSON document in an import': MAX_JSON_CHARACTERS,
  'different names of members in a JSON document of an import': MOST_NAMES,
  'characters of a line of JSON Lines, or a row of a JSON document, in an import': MAX_LINE_CHARACTERS,
  'characters of a cell of CSV in an import': MAX_CELL_OF_FIELD,
  'characters of a cell of pictures or of a description in CSV in an import': MAX_CELL_TEXT,
  'characters of JSON in a cell of CSV in an import': MAX_CELL_CHARACTERS,
  'values in a row of JSON, or in a cell of JSON in CSV, in an import': MOST_VALUES_OF_ROW,
  'pictures, tags, categories or values of an option in a row of an import': MOST_ENTRIES,
  'rows times columns of a CSV file of an import': MAX_CELLS,
  'names of columns or members in the file of an import': MOST_COLUMNS,
  'disk for the rows and products of an import': MAX_SCRATCH_BYTES,
  'rows of the file of an import': MAX_ROWS,
  'refused and left-out rows of an import that are kept': MAX_KEPT_FAULTS,
  'imports of a business at the same time': runImports,
  'a picture, as it is sent': media.MAX_UPLOAD_BYTES,
  'a picture at a `source_url`': media.MAX_SOURCE_BYTES,
  'pixels of a picture': media.MAX_PIXELS,
  'pixels of an AVIF': media.MAX_AVIF_PIXELS,
  'pixels of a picture with 16 bits per channel': media.MAX_DEEP_PIXELS,
  'width and height of an uploaded picture, in pixels': media.MAX_SIDE,
  'SKUs that a product did not have before, in one request': limits.MOST_NEW_SKUS,
  'variants of one write that count as one request of the rate limit': WRITES_PER_TOKEN,
  'changes of an adjustment': MOST_ATOMIC_CHANGES,
  'changes of an adjustment with `atomic: false`': most('NewInventoryAdjustment.changes'),
  'items of one transaction, as DynamoDB counts them': MOST_BYTES,
  'changes of one transaction with `atomic: false`': CHANGES_PER_COMMIT,
  '`quantity`, `delta` and `expected` of a change, and the quantity after it': largest(
    'StockChange.quantity',
    'StockChange.delta',
    'StockChange.expected',
  ),
  '`reference` of an adjustment': longest('NewInventoryAdjustment.reference'),
  'changes of an adjustment that count as one request of the rate limit': WRITES_PER_TOKEN,
  'lines of a hold': MOST_HELD,
  'products of the lines of a hold and of those that they replace': MOST_HELD,
  '`payment` of a commit': longest('NewHoldCommit.payment'),
  '`expires_in` of a hold': largest('NewHold.expires_in'),
  'time until `at` of a schedule, and from `at` until `until`, at least': LEAST_AHEAD_MS / 1000,
  'time until `at` and `until` of a schedule, at most': MOST_DAYS * 24 * 60 * 60,
  'schedules of a product': 1,
  'depth of JSON': MAX_DEPTH,
  "a member's name": MAX_NAME_LENGTH,
  "a member's name in a `pointer`": MOST_SHOWN,
  'listed errors of a body': MOST_FAULTS,
  'listed errors of a query': MOST_QUERY_FAULTS,
  '`Idempotency-Key`': takes(async (length) => readIdempotencyKey('x'.repeat(length))),
  '`limit` of a list': ofParameter('/admin/products', 'limit', 'maximum'),
  '`limit` of a list, default': ofParameter('/admin/products', 'limit', 'default'),
  '`limit` of an export, also its default': ofParameter('/admin/export', 'limit', 'default'),
  '`ids` of a list': ofParameter('/products', 'ids', 'maxItems'),
  'a cursor': ofParameter('/products', 'cursor', 'maxLength'),
  'bytes of a name that are used for sorting': COMPARED_BYTES,
  'JSON of the items of a page': holds(isOneMorePage),
  'bytes that a public request reads from the table': PUBLIC_READ_BYTES,
  'bytes that a list or an export under `/admin` reads from the table': ADMIN_READ_BYTES,
  'a page of an export, as Lambda counts it': EXPORT_PAGE_BYTES,
  'failed deliveries that one request sends again': MOST_REDELIVERED,
  'tries that a delivery shows': holds(showsTries),
  'JSON that is not compressed': COMPRESSED_FROM_BYTES,
  'the text of a result of a tool for agents': MOST_RESULT_BYTES,
  'errors that a result of a tool for agents names': MOST_FAULTS_NAMED,
  'the id of a message to the tools for agents': LONGEST_ID,
  'time of a request that a tool for agents sends to the API': REQUEST_MS / 1000,
  'time of a call of a tool for agents': CALL_MS / 1000,
  'time to identify the business of a request': IDENTIFIED_WITHIN_MS / 1000,
  'time of a write that competes with other writes': LONGEST_WRITE_MS / 1000,
  '`q` of a search': LONGEST_SEARCH,
  'words of `q` that count': holds(countsWords),
  'characters of a word that count': LONGEST_WORD,
  'values of `category`, `tag` or `option` in a search': MOST_FILTER_VALUES,
  '`limit` of a search': MOST_HITS,
  'hits by relevance that pages can reach': MOST_BY_RELEVANCE,
  'values of a facet': holds(showsValues),
  'options that are counted': MOST_OPTIONS,
  'different tags of a shop, and different values of options': MOST_DIFFERENT,
  'different words of a shop, including descriptions': MOST_WORDS,
  'size of a shop from which its index is stored': STORED_FROM_BYTES,
  'bytes of a shop that a search reads': SHOP_BYTES,
  'bytes of changes that a search reads': SHOP_BYTES,
  'until a search reads a whole shop again': READ_AGAIN_MS / 1000,
  'until a stored index is made again': STORED_AGAIN_MS / 1000,
  'changed products that a search reads one by one': MOST_CHANGED,
  'active products of a shop with product feeds': FEED_BOUNDS.products,
  'rows of a product feed': MOST_ROWS,
  'bytes of the table that are read for a product feed': FEED_BOUNDS.bytes,
  'characters of a product feed': LONGEST_FEED,
  'a compressed product feed': MOST_GZIP_BYTES,
  'the response of a dry run of a bulk request, as a JSON string': MOST_RESPONSE_BYTES,
  'an uncompressed product feed, as a JSON string': MOST_RESPONSE_BYTES,
  'title of a row': LONGEST_TITLE,
  'colour, size or pattern of a row': same(
    LONGEST_ATTRIBUTE.color,
    LONGEST_ATTRIBUTE.size,
    LONGEST_ATTRIBUTE.pattern,
  ),
  'material of a row': LONGEST_ATTRIBUTE.material,
  'rows that a report names': MOST_NAMED,
  'until an instance makes a product feed again': KEPT_MS / 1000,
  'until an instance retries a refused product feed': REFUSED_MS / 1000,
  'requests per second of an API key': DEFAULT_RATE_LIMIT.per_second,
  'burst of an API key': DEFAULT_RATE_LIMIT.burst,
  'the highest rate limit of an API key, per second': largest('NewRateLimit.per_second'),
  'the highest burst of an API key': largest('NewRateLimit.burst'),
  'requests per second of each route outside /admin': settings.requestsPerSecond,
  'burst of each route outside /admin': settings.requestBurst,
  'searches per second': settings.searchRequestsPerSecond,
  'burst of searches': settings.searchRequestBurst,
  'requests for product feeds per second': settings.feedRequestsPerSecond,
  'burst of requests for product feeds': settings.feedRequestBurst,
  'requests per second of each route under /admin': settings.adminRequestsPerSecond,
  'burst of each route under /admin': settings.adminRequestBurst,
  'products per second that an import over the API writes': settings.importProductsPerSecond,
  'imports carried out at once': settings.importConcurrency,
  'deliveries per second of a webhook': MOST_A_SECOND,
  'deliveries requested by `test` and `redeliver` that wait while a webhook is paused': MOST_ASKED,
  'webhooks delivered to at once': settings.webhookConcurrency,
  'a public list in the memory of an instance': settings.listMemorySeconds,
  "a public response in a browser's cache": cached('max-age'),
  'a public response in a shared cache': cached('s-maxage'),
  'a public response in a shared cache, while the cache fetches it again': cached('stale-while-revalidate'),
  'until a change, such as an unpublished product, is in every shared cache': IN_CACHES_S,
  'until a suspended business is gone from every shared cache': SLUGS_HELD_MS / 1000,
  'until a deleted picture is gone from every shared cache': PICTURE_IN_CACHES_S,
  'until a product that was withdrawn is gone from product feeds in every shared cache':
    KEPT_MS / 1000 + IN_CACHES_S,
  "a preflight in a browser's cache": preflightS,
  'how long a response is stored under its `Idempotency-Key`': A_DAY_S,
  'how long a plan is stored': PLAN_LIFE_S,
  'until the feed shows an event': FEED_DELAY_MS / 1000,
  'how long an event is stored': THIRTY_DAYS_S,
  'how long a hold can be read after it is over; then its reference is new again': THIRTY_DAYS_S,
  'how long a delivery is stored, from the time of its event': DELIVERY_KEPT_MS / 1000,
  'how long deliveries are also signed with the previous secret; with the last two at most':
    PREVIOUS_SECRET_MS / 1000,
  'how long the file of an import is stored': A_WEEK_S,
  'how long an import is stored': IMPORT_KEPT_S,
  'overlap of a rotation, default': readRotation({}).overlap_seconds,
  'overlap of a rotation, maximum': largest('Rotation.overlap_seconds'),
  'how long the slugs of a deleted business cannot be used again': SLUGS_HELD_MS / 1000,
  'until every request to a business that is being deleted has ended': CALLS_END_MS / 1000,
}
