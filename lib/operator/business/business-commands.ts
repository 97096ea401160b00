import type { Command } from 'commander'
import * as v from 'valibot'
import { createBusiness } from '../../data/businesses.ts'
import { Refusal } from '../../data/table/commit.ts'
import { type Business, type NewBusiness, newBusiness } from '../../domain/business.ts'
import { schemaFaults } from '../../import/write/schema-faults.ts'
import { Failure } from '../command-line/failure.ts'
import { lookingFirst } from '../command-line/lost-answer.ts'
import { type CommonOptions, withCommonOptions } from '../common-options.ts'
import { shopOf, slugTaken } from '../shop.ts'
import { openTarget, openTargetToWrite, shopPageOf } from '../target.ts'
import { addDeleteCommand } from './business-delete-command.ts'
import { addListCommand } from './business-list-command.ts'
import { addRenameCommand } from './business-rename-command.ts'
import { addStatusCommands } from './business-status-command.ts'

interface CreateOptions extends CommonOptions {
  slug: string
  name: string
  currency: string
  description?: string
  locale?: string
  timezone?: string
  country?: string
  logoUrl?: string
  email?: string
  phone?: string
  website?: string
  address?: string
  productUrlTemplate?: string
}

const CREATE_EXAMPLES = `
Examples:
  npm run operator -- business create --slug acme --name "Acme Stationery" --currency EUR
  npm run operator -- business create --slug kissa --name 喫茶店 --currency JPY \\
    --locale ja --timezone Asia/Tokyo --country JP --email hello@kissa.example`

/** `business` and its commands. `finish` gets the exit code. */
export function addBusinessCommands(program: Command, finish: (exitCode: number) => void): void {
  const business = program
    .command('business')
    .description('create, list, show, suspend, rename and delete businesses')
  addCreateCommand(business)
  addListCommand(business, finish)
  addShowCommand(business)
  addStatusCommands(business)
  addRenameCommand(business)
  addDeleteCommand(business, finish)
}

function addCreateCommand(business: Command): void {
  const create = business
    .command('create')
    .description('create a business; its id is the public UUID that a page can send')
    .requiredOption(
      '--slug <slug>',
      'the name of the business in requests: lower-case letters, digits, hyphens',
    )
    .requiredOption('--name <name>', 'the name that shoppers see')
    .requiredOption('--currency <code>', 'ISO 4217 code; prices are whole numbers of its minor unit')
    .option('--description <text>', 'a text about the business')
    .option('--locale <tag>', 'BCP 47 language tag (default: en)')
    .option('--timezone <zone>', 'IANA time zone (default: UTC)')
    .option('--country <code>', 'ISO 3166-1 code of two letters')
    .option('--logo-url <url>', 'https URL of its logo')
    .option('--email <address>', 'contact address')
    .option('--phone <number>', 'contact number')
    .option('--website <url>', 'https URL of its own site')
    .option('--address <text>', 'postal address')
    .option('--product-url-template <url>', 'https URL of a product page, with {slug} or {id}: feeds need it')
    .addHelpText('after', CREATE_EXAMPLES)
  withCommonOptions(create).action(createFrom)
}

function addShowCommand(business: Command): void {
  const show = business
    .command('show')
    .description('show a business')
    .argument('<slug or id>', 'its slug or its UUID')
    .addHelpText('after', '\nExample:\n  npm run -s operator -- business show acme --json')
  withCommonOptions(show).action(async (idOrSlug: string, options: CommonOptions) => {
    await openTarget(options)
    print(await shopOf(idOrSlug), options)
  })
}

async function createFrom(options: CreateOptions): Promise<void> {
  const input = readBusiness(options)
  await openTargetToWrite(options)
  try {
    const first = `the business may exist: check \`operator business show ${input.slug}\` before you create it again`
    print(await lookingFirst(first, () => createBusiness(input)), options)
  } catch (error) {
    if (error instanceof Refusal) throw await slugTaken(input.slug, error)
    throw error
  }
  // The business is there, whatever becomes of this line.
  const page = options.json ? undefined : await shopPageOf(options, input.slug).catch(() => undefined)
  if (page) console.error(`See it: ${page}`)
}

function readBusiness(options: CreateOptions): NewBusiness {
  const { slug, name, currency, description, locale, timezone, country, logoUrl } = options
  const { email, phone, website, address, productUrlTemplate } = options
  const result = v.safeParse(newBusiness, {
    slug,
    name,
    currency,
    description,
    locale,
    timezone,
    country,
    logo_url: logoUrl,
    contact: { email, phone, website, address },
    product_url_template: productUrlTemplate,
  })
  if (result.success) return result.output
  const faults = schemaFaults(result.issues).map(
    ({ field, detail }) => `--${field.replace(/^contact\./, '').replaceAll('_', '-')} ${detail}`,
  )
  throw new Failure(faults.join('; '))
}

function print(business: Business, { json }: CommonOptions): void {
  if (json) {
    console.log(JSON.stringify(business, null, 2))
    return
  }
  const { contact, metadata, social_links, ...fields } = business
  const rows = Object.entries({ ...fields, ...contact }).filter(([, value]) => value !== null && value !== '')
  console.log(rows.map(([field, value]) => `${field.padEnd(12)}${value}`).join('\n'))
}
