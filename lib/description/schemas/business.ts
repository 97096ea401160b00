import { adminBusiness } from '../../domain/admin-view.ts'
import { BUSINESS, newBusiness, STATUSES } from '../../domain/business.ts'
import { publicBusiness } from '../../domain/public-view.ts'
import { closed, membersOf, patchOf, ref } from '../json-schema.ts'
import type { JsonSchema } from '../openapi.ts'
import { answered, CURRENCY, described, growing, input, pick, STAMPS, UUID } from './members.ts'

const TEXTS: Record<keyof ReturnType<typeof adminBusiness>, string> = {
  id: 'Also its public UUID, which names it in `x-public-business-uuid`.',
  slug: 'Names it in `x-public-business-slug` and `?business=`. The operator renames; the old slug works for 90 days more.',
  name: 'What shoppers see, in one line. White space around it is removed.',
  description: 'Plain text: escape it before it goes into a page.',
  logo_url: 'Its logo.',
  currency: 'ISO 4217 code. All its prices are in it; the operator chose it once.',
  locale: 'BCP 47 language tag, to format prices by.',
  timezone: 'IANA time zone.',
  country: 'ISO 3166-1 alpha-2 code.',
  contact: 'How shoppers reach it.',
  social_links: 'Its pages elsewhere.',
  status: "The operator's: whoever calls for a business that is not `active` is refused.",
  metadata: 'Data of your own. Never public.',
  version: 'Grows by one with every change.',
  created_at: 'When it was made.',
  updated_at: 'When it was changed last.',
}

const CONTACT_TEXTS = {
  email: 'An e-mail address, as `<input type="email">` takes one.',
  phone: 'Telephone number, as it is to be shown, in one line.',
  website: 'Its own site.',
  address: 'Postal address, as it is to be shown. It may have several lines.',
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

/** A business as its owner sees it. */
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
  version: 3,
  created_at: '2026-11-20T09:40:00.000Z',
  updated_at: '2026-11-20T10:00:00.000Z',
})

/** The same business as everybody sees it. */
export const A_BUSINESS = publicBusiness(ADMIN_BUSINESS)

export const BUSINESS_SCHEMAS: Record<string, JsonSchema> = {
  BusinessStatus: growing(STATUSES, 'Only an `active` business is answered.'),
  Contact: closed(answered(contact)),
  ContactPatch: patchOf(input(contact, [])),
  Business: closed(pick(shown, Object.keys(A_BUSINESS))),
  AdminBusiness: closed(shown),
  BusinessPatch: patchOf(input(pick(settable, patchable), ['name'])),
}
