import type { Command } from 'commander'
import * as v from 'valibot'
import { MAX_FORMER_SLUGS, renameBusiness } from '../../data/businesses.ts'
import { Refusal } from '../../data/table/commit.ts'
import { slug as slugSchema } from '../../domain/text/slug.ts'
import { Failure } from '../command-line/failure.ts'
import { type CommonOptions, withCommonOptions } from '../common-options.ts'
import { shopOf, slugTaken } from '../shop.ts'
import { openTargetToWrite } from '../target.ts'
import { refuseIfDeleting } from './business-status-command.ts'

interface RenameOptions extends CommonOptions {
  slug: string
}

const NOTES = `
The old slug becomes a former slug: for 90 more days requests with it work as with the new slug, and no other business
can take it. Then it stops working and is free. The business can take a former slug back at any time. A business has at
most 50 former slugs. Its UUID and API keys stay. The change takes effect within 60 s, and in caches within 150 s.

Example:
  npm run operator -- business rename acme --slug acme-stationery`

/** `business rename`. */
export function addRenameCommand(business: Command): void {
  const rename = business
    .command('rename')
    .description('give a business a new slug; the old one works for 90 more days')
    .argument('<slug or id>', 'its slug or its UUID')
    .requiredOption('--slug <slug>', 'the new slug: lower-case letters, digits, hyphens')
    .addHelpText('after', NOTES)
  withCommonOptions(rename).action(renameTo)
}

async function renameTo(idOrSlug: string, { slug, json, ...target }: RenameOptions): Promise<void> {
  const judged = v.safeParse(slugSchema, slug)
  if (!judged.success) throw new Failure(`--slug ${judged.issues[0].message}`)
  await openTargetToWrite(target)
  const { id } = await shopOf(idOrSlug)
  const renamed = await renameBusiness(id, slug, { check: refuseIfDeleting }).catch(
    async (error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      if (error.reason === 'slug_taken') throw await slugTaken(slug, error)
      if (error.reason === 'limit_reached')
        throw new Failure(
          `the business has ${MAX_FORMER_SLUGS} former slugs: wait until one expires, or take one back`,
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
    ? `the business ${id} now has the slug ${slug}; ${former.slug} works until ${former.until}`
    : `the business ${id} already has the slug ${slug}`
  if (!json) console.log(line)
  else {
    console.error(line)
    console.log(JSON.stringify({ ...business, former_slug: former }, null, 2))
  }
}
