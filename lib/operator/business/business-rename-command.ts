import type { Command } from 'commander'
import * as v from 'valibot'
import { MAX_FORMER_SLUGS, renameBusiness } from '../../data/businesses.ts'
import { Refusal } from '../../data/table/commit.ts'
import { slug as slugSchema } from '../../domain/slug.ts'
import { type CommonOptions, withCommonOptions } from '../common-options.ts'
import { Failure } from '../failure.ts'
import { shopOf, slugTaken } from '../shop.ts'
import { openTarget } from '../target.ts'
import { refuseIfDeleting } from './business-status-command.ts'

interface RenameOptions extends CommonOptions {
  slug: string
}

const NOTES = `
The slug it has leads to it for 90 days more, as a former one: whoever calls by it is answered as under the new slug,
and nobody else can take it. Then it leads nowhere and is free. At most 50 slugs are former ones at a time. The business itself can take it back at any time.
UUID and API keys stay as they are. The change is seen everywhere within 60 s.

Example:
  npm run operator -- business rename acme --slug acme-stationery`

/** `business rename`. */
export function addRenameCommand(business: Command): void {
  const rename = business
    .command('rename')
    .description('give a business another slug; the one it has leads to it for 90 days more')
    .argument('<slug or id>', 'its slug or its UUID')
    .requiredOption('--slug <slug>', 'the new slug: lower-case letters, digits, hyphens')
    .addHelpText('after', NOTES)
  withCommonOptions(rename).action(renameTo)
}

async function renameTo(idOrSlug: string, { slug, json, ...target }: RenameOptions): Promise<void> {
  const judged = v.safeParse(slugSchema, slug)
  if (!judged.success) throw new Failure(`--slug ${judged.issues[0].message}`)
  await openTarget(target)
  const { id } = await shopOf(idOrSlug)
  const renamed = await renameBusiness(id, slug, { check: refuseIfDeleting }).catch(
    async (error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      if (error.reason === 'slug_taken') throw await slugTaken(slug, error)
      if (error.reason === 'limit_reached')
        throw new Failure(
          `it has ${MAX_FORMER_SLUGS} former slugs: wait until one has ended, or take one back`,
          {
            cause: error,
          },
        )
      throw error
    },
  )
  if (!renamed) throw new Failure(`the business ${id} has just been deleted`)
  const { business, former } = renamed
  const line = former
    ? `the business ${id} is called ${slug} now; ${former.slug} leads to it until ${former.until}`
    : `the business ${id} is already called ${slug}`
  if (!json) console.log(line)
  else {
    console.error(line)
    console.log(JSON.stringify({ ...business, former_slug: former }, null, 2))
  }
}
