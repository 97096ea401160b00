import type { Command } from 'commander'
import { updateBusiness } from '../../data/businesses.ts'
import type { Business } from '../../domain/business.ts'
import { Failure } from '../command-line/failure.ts'
import { type CommonOptions, withCommonOptions } from '../common-options.ts'
import { shopOf } from '../shop.ts'
import { openTargetToWrite } from '../target.ts'

interface StatusChange {
  command: string
  description: string
  status: Exclude<Business['status'], 'deleting'>
  notes: string
}

const CHANGES: StatusChange[] = [
  {
    command: 'suspend',
    description: 'refuse all requests to a business; its data stays',
    status: 'suspended',
    notes: `
Within 60 s public paths return 404 business_not_found, and requests with its API keys return 403 business_suspended.
Products, slugs and keys stay as they are. \`business resume\` undoes it. Operator commands still work.

Example:
  npm run operator -- business suspend acme`,
  },
  {
    command: 'resume',
    description: 'accept requests to a suspended business again',
    status: 'active',
    notes: `
Within 60 s requests work again as before.

Example:
  npm run operator -- business resume acme`,
  },
]

/** `business suspend` and `business resume`. */
export function addStatusCommands(business: Command): void {
  for (const change of CHANGES) {
    const command = business
      .command(change.command)
      .description(change.description)
      .argument('<slug or id>', 'its slug or its UUID')
      .addHelpText('after', change.notes)
    withCommonOptions(command).action((idOrSlug: string, options: CommonOptions) =>
      setStatus(idOrSlug, change, options),
    )
  }
}

async function setStatus(
  idOrSlug: string,
  { status }: StatusChange,
  { json, ...target }: CommonOptions,
): Promise<void> {
  await openTargetToWrite(target)
  const { id } = await shopOf(idOrSlug)
  let before: Business | undefined
  const check = (business: Business) => {
    refuseIfDeleting(business)
    before = business
  }
  const after = await updateBusiness(id, (business) => ({ ...business, status }), { check })
  if (!after) throw new Failure(`the business ${id} has just been deleted`)
  const isNew = before?.status !== status
  const line = isNew
    ? `${after.slug} is ${status}; this takes effect within 60 s, and in caches within 150 s`
    : `${after.slug} is already ${status}`
  if (!json) console.log(line)
  else {
    console.error(line)
    console.log(JSON.stringify(after, null, 2))
  }
}

/** A deletion cannot be stopped half-way: nobody knows which items are already deleted. */
export function refuseIfDeleting({ status, id, slug }: Business): void {
  if (status === 'deleting')
    throw new Failure(
      `${slug} is being deleted; \`operator business delete ${id} --confirm ${slug}\` continues the deletion`,
    )
}
