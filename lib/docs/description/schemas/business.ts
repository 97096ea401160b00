import { adminBusiness } from '../../../domain/admin-view.ts'
import { BUSINESS, newBusiness, STATUSES } from '../../../domain/business.ts'
import { publicBusiness } from '../../../domain/public-view.ts'
import { closed, membersOf, patchOf, ref } from '../json-schema.ts'
import type { JsonSchema } from '../openapi.ts'
import { answered, CURRENCY, described, growing, input, nameText, pick, STAMPS, UUID } from './members.ts'

const TEXTS: Record<keyof ReturnType<typeof adminBusiness>, string> = {
  id: 'The id of the business. It is public: `x-public-business-uuid` and `?business=` accept it.',
  slug: 'The readable name of the business in requests: `x-public-business-slug` and `?business=` accept it. Only the operator can change it; the old slug then works for 90 more days.',
  name: nameText('The name that shoppers see'),
  description: 'Plain text: escape it before you put it into a page.',
  logo_url: 'The URL of the logo.',
  currency: 'The ISO 4217 code of the currency of all prices. It never changes.',
  locale: 'The BCP 47 language tag with which a page formats prices.',
  timezone: 'The IANA time zone.',
  country: 'The ISO 3166-1 alpha-2 code of the country.',
  contact: 'The contact data for shoppers.',
  social_links: "The business's pages on other sites.",
  status: 'Only the operator can change it. Requests to a business that is not `active` are refused.',
  metadata: 'Your own texts, by name. Never public.',
  product_url_template:
    'The address of the page of a product in the shop, such as `https://shop.example/p/{slug}?variant={variant_id}`: https, with `{slug}` or `{id}` after the host, and `{variant_id}` as the value of a parameter, each at most once. Feeds need it.',
  version: 'A number that grows by one with every change.',
  created_at: 'The time of creation.',
  updated_at: 'The time of the last change.',
}

const CONTACT_TEXTS = {
  email: 'An email address that `<input type="email">` accepts.',
  phone: 'The phone number as a page shows it, in one line.',
  website: "The URL of the business's own site.",
  address: 'The postal address as a page shows it. It can have several lines.',
}

const writable = membersOf(newBusiness)

const contact = described(CONTACT_TEXTS, writable.contact?.properties ?? {})

const settable = described(TEXTS, {
  ...writable,
  contact: ref('NewContact'),
  metadata: ref('NewMetadata'),
})

const shown = described(TEXTS, {
  ...answered(settable),
  id: UUID,
  currency: CURRENCY,
  contact: ref('Contact'),
  status: ref('BusinessStatus'),
  metadata: ref('Metadata'),
  ...STAMPS,
})

const patchable = BUSINESS.writable.filter((name) => !BUSINESS.readOnly.includes(name))

/** A business in the admin view. */
export const ADMIN_BUSINESS = adminBusiness({
  id: '7b1c9c1e-2f6d-4f6e-9a55-0d8f0f6f1c11',
  slug: 'meridian',
  name: 'Meridian Provisions',
  description: 'Tea, coffee, spices and things for the table.',
  logo_url: 'https://images.example/logo.png',
  currency: 'EUR',
  locale: 'en',
  timezone: 'Europe/Berlin',
  country: 'DE',
  contact: {
    email: 'hello@meridian.example',
    phone: '+49 30 23125 000',
    website: 'https://meridian.example',
    address: 'Am Alten Speicher 7, 20457 Hamburg',
  },
  social_links: ['https://social.example/@meridian'],
  status: 'active',
  metadata: { plan: 'harbour' },
  product_url_template: 'https://meridian.example/p/{slug}?variant={variant_id}',
  version: 3,
  created_at: '2026-11-20T09:40:00.000Z',
  updated_at: '2026-11-20T10:00:00.000Z',
})

/** The same business in the public view. */
export const A_BUSINESS = publicBusiness(ADMIN_BUSINESS)

export const BUSINESS_SCHEMAS: Record<string, JsonSchema> = {
  BusinessStatus: growing(STATUSES, 'Requests to a business that is not `active` are refused.'),
  Contact: closed(answered(contact)),
  ContactPatch: patchOf(input(contact, [])),
  Business: closed(pick(shown, Object.keys(A_BUSINESS)), ['product_url_template']),
  AdminBusiness: closed(shown),
  BusinessPatch: patchOf(input(pick(settable, patchable), ['name'])),
}
