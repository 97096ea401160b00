/** The groups of the navigation, and the pages of each by name, or places in them. A page of a decision is reached from `decisions`. */
export interface Group {
  title: string
  pages: readonly (readonly [name: string, label: string])[]
}

const START: Group = {
  title: 'Start',
  pages: [
    ['index', 'Overview'],
    ['getting-started', 'Getting started'],
    ['public-reads#naming-the-business', 'Authentication'],
    ['recipes#how-do-i-page-through-a-list', 'Pagination'],
    ['problems#how-a-client-handles-them', 'Errors'],
  ],
}

const GUIDES: Group = {
  title: 'Guides',
  pages: [
    ['recipes', 'Recipes'],
    ['client', 'TypeScript client'],
    ['what-it-is-not', 'Not part of it'],
    ['hosting', 'Host the demo shop'],
    ['public-reads', 'Public reads'],
    ['search', 'Search'],
    ['categories', 'Categories and the menu'],
    ['feeds', 'Google, Meta and ChatGPT'],
    ['admin-writes', 'Admin writes'],
    ['imports', 'Import a catalogue'],
    ['media', 'Upload pictures'],
    ['variants', 'Products with options'],
    ['sale-prices', 'Sale prices'],
    ['inventory', 'Keeping stock'],
    ['from-shopify', 'Moving from Shopify'],
    ['from-woocommerce', 'Moving from WooCommerce'],
    ['nightly-sync', 'A nightly sync'],
    ['the-console', 'The console'],
    ['agents', 'Agents (MCP)'],
    ['command', 'The command for merchants'],
    ['api-keys', 'API keys'],
    ['events', 'Events and webhooks'],
    ['endpoints', 'Endpoints'],
    ['problems', 'Problems'],
  ],
}

const RUNNING: Group = {
  title: 'Running it',
  pages: [
    ['operations', 'Operations'],
    ['settings', 'Settings'],
    ['restore', 'Restore or move'],
    ['break-in', 'After a break-in'],
    ['edge', 'The edge (CloudFront)'],
    ['pipeline', 'GitHub Actions'],
    ['operator', 'Operator’s commands'],
    ['findings', 'Findings of verify'],
    ['construct', 'CDK construct'],
    ['cost', 'Cost'],
    ['limits', 'Limits'],
    ['versioning', 'Versioning'],
    ['changelog', 'Changelog'],
  ],
}

const INSIDE: Group = {
  title: 'Inside',
  pages: [
    ['architecture', 'Architecture'],
    ['mutants', 'Mutants that stay'],
    ['glossary', 'Glossary'],
    ['decisions', 'Decisions'],
    ['guides', 'All guides'],
  ],
}

/** The page of a tag, as the reference names it: `API keys` is at `api-api-keys`. */
export const tagPage = (tag: string) => `api-${tag.toLowerCase().replaceAll(' ', '-')}`

/** The navigation of a site whose reference has these tags. */
export const groupsOf = (tags: readonly string[]): Group[] => [
  START,
  GUIDES,
  {
    title: 'Reference',
    pages: [...tags.map((tag) => [tagPage(tag), tag] as const), ['api-schemas', 'Schemas']],
  },
  RUNNING,
  INSIDE,
]

const PAGES_ELSEWHERE: Readonly<Record<string, string>> = {
  'CHANGELOG.md': 'changelog',
  'clients/typescript/README.md': 'client',
}

/** The files that are pages and are not under `docs/`, by their path in the project. */
export const ELSEWHERE = Object.keys(PAGES_ELSEWHERE)

/** The page that a file of the project becomes: one path segment, whatever folder the file is in. */
export function pageOf(file: string): string {
  const elsewhere = PAGES_ELSEWHERE[file]
  if (elsewhere) return elsewhere
  const name = file.replace(/^docs\//, '').replace(/\.md$/, '')
  if (name === 'README') return 'guides'
  if (name === 'decisions/README') return 'decisions'
  return name.replace(/^decisions\//, 'decision-')
}

/** How the navigation calls a page that is not of the reference. */
export const labelOf = (page: string): string | undefined =>
  [START, GUIDES, RUNNING, INSIDE].flatMap(({ pages }) => pages).find(([name]) => name === page)?.[1]
