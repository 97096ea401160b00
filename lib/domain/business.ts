import * as v from 'valibot'
import { judgedBy, type Resource } from './body/resource.ts'
import { COUNTRIES, COUNTRY_PATTERN } from './countries.ts'
import { pictureUrl } from './picture-url.ts'
import { isUrlTemplate, URL_TEMPLATE } from './product-url.ts'
import { listOf } from './text/list.ts'
import { nameLine } from './text/name.ts'
import { slug } from './text/slug.ts'
import { closedObject, email, httpsUrl, knownMembers, line, metadata, text } from './text/text.ts'

const nullable = <S extends v.GenericSchema>(schema: S) => v.optional(v.nullable(schema), null)

/** ISO 4217 codes, from the Unicode data every runtime carries. */
const currency = v.picklist(Intl.supportedValuesOf('currency'), 'must be an ISO 4217 currency code')

/**
 * Language, script, region, variants, extensions, private use: Unicode Technical Standard 35, §3.2. It does not say that
 * no variant and no extension comes twice, nor what is inside of extensions.
 */
const LOCALE_PATTERN = [
  '^(?:[A-Za-z]{2,3}|[A-Za-z]{5,8})',
  '(?:-[A-Za-z]{4})?',
  '(?:-(?:[A-Za-z]{2}|[0-9]{3}))?',
  '(?:-(?:[A-Za-z0-9]{5,8}|[0-9][A-Za-z0-9]{3}))*',
  '(?:-[0-9A-WY-Za-wy-z](?:-[A-Za-z0-9]{2,8})+)*',
  '(?:-[xX](?:-[A-Za-z0-9]{1,8})+)?$',
].join('')

const locale = v.pipe(
  v.string('must be a string'),
  v.check((tag) => isLocale(tag), 'must be a BCP 47 language tag'),
  v.metadata({ pattern: LOCALE_PATTERN }),
)

const timezone = v.pipe(
  v.string('must be a string'),
  v.check((zone) => isTimezone(zone), 'must be an IANA time zone'),
  v.metadata({ pattern: '^[A-Za-z][A-Za-z0-9_+-]*(?:/[A-Za-z0-9_+-]+)*$' }),
)

const LONGEST_TEMPLATE = 500

const urlTemplate = v.pipe(
  text(1, LONGEST_TEMPLATE),
  v.check(
    (template) => template === '' || isUrlTemplate(template),
    'must be an https URL with {slug} or {id} after its host, and {variant_id} as a parameter, each at most once',
  ),
  v.metadata({ pattern: URL_TEMPLATE.source }),
)

/** The operator's input for a new business. Output has every field, with the defaults filled in. */
export const newBusiness = knownMembers({
  slug,
  name: nameLine(200),
  description: v.optional(text(0, 5000), ''),
  logo_url: v.optional(v.nullable(pictureUrl), null),
  currency,
  locale: v.optional(locale, 'en'),
  timezone: v.optional(timezone, 'UTC'),
  country: v.optional(
    v.nullable(
      v.pipe(
        v.string('must be a string'),
        v.check((code) => COUNTRIES.has(code), 'must be an ISO 3166-1 alpha-2 code'),
        v.metadata({ pattern: COUNTRY_PATTERN }),
      ),
    ),
    null,
  ),
  contact: v.optional(
    closedObject({
      email: nullable(email),
      phone: nullable(line(0, 500)),
      website: v.optional(v.nullable(httpsUrl), null),
      // An address has several lines.
      address: nullable(text(0, 500)),
    }),
    {},
  ),
  social_links: v.optional(listOf(httpsUrl, 20, 'must have at most 20 links'), []),
  metadata: v.optional(metadata, {}),
  product_url_template: v.optional(v.nullable(urlTemplate), null),
})

export type NewBusiness = v.InferOutput<typeof newBusiness>

export const STATUSES = ['active', 'suspended', 'deleting'] as const

export const isStatus = (value: unknown): value is Business['status'] =>
  STATUSES.some((status) => status === value)

/** A business as stored. Its id is its public UUID. */
export interface Business extends NewBusiness {
  id: string
  /** The operator's; all but `active` keep everybody out. `deleting` has no way back. */
  status: (typeof STATUSES)[number]
  created_at: string
  updated_at: string
  version: number
}

/** True for the status of a business that is suspended: nobody is served, and nothing is sent. */
export const isSuspended = (status: unknown): boolean => status === 'suspended'

/** How bodies become businesses; only the operator makes one. */
export const BUSINESS: Resource<NewBusiness> = {
  ...judgedBy(newBusiness),
  writable: Object.keys(newBusiness.entries),
  readOnly: ['id', 'slug', 'currency', 'status', 'created_at', 'updated_at', 'version'],
  optional: ['product_url_template'],
  kept: [],
  sample: { slug: 'a-slug', name: 'A name', currency: 'EUR' },
}

function isLocale(tag: string): boolean {
  try {
    Intl.getCanonicalLocales(tag)
    return true
  } catch {
    return false
  }
}

function isTimezone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return /^[A-Za-z]/.test(zone)
  } catch {
    return false
  }
}
