import * as v from 'valibot'
import { ask } from '../ask.ts'
import { LONGEST_DESCRIPTION, onlySet, short } from '../rows.ts'
import { tool } from '../tool.ts'

const MOST_LINKS = 5
/** The longest text of a contact, and a longer address than people write. */
const line = v.nullish(short(300))

const profile = v.object({
  id: v.string(),
  slug: v.string(),
  name: short(200),
  description: short(LONGEST_DESCRIPTION),
  currency: v.string(),
  locale: v.string(),
  timezone: v.string(),
  country: v.nullable(v.string()),
  contact: v.pipe(v.object({ email: line, phone: line, website: line, address: line }), v.transform(onlySet)),
  social_links: v.pipe(
    v.array(short(300)),
    v.transform((links) => links.slice(0, MOST_LINKS)),
  ),
})

/** GET /business: the profile of the shop. */
export const getStore = tool(
  {
    name: 'get_store',
    description:
      'Returns the profile of the shop: its name, description, currency, language, time zone, country and contact. Use it for questions about the shop itself, and for the currency in which its prices are.',
    annotations: { title: 'Get the shop', readOnlyHint: true, openWorldHint: false },
  },
  v.strictObject({}),
  async (api) => ({ result: onlySet(await ask(api, ['GET', '/business'], profile)) }),
)
