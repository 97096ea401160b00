import { nameToken } from '../../data/api-keys/api-key-tokens.ts'
import { commit, Refusal } from '../../data/table/commit.ts'
import * as keys from '../../data/table/keys.ts'
import { eachOf, nameOf, pagesOf, readItems } from '../../data/table/patient-reads.ts'

/**
 * Writes the name of each API key into the items of its tokens, where earlier versions did not: an event takes the name
 * of the key that made the change from there. Returns how many were written.
 */
export async function nameTokens(businessId: string, signal: AbortSignal | undefined): Promise<number> {
  let written = 0
  for await (const page of pagesOf(keys.apiKeyKey(businessId, ''), signal)) {
    const wanted = page.flatMap(({ digest, previous_digest, name }) =>
      [digest, previous_digest].flatMap((held) =>
        typeof held === 'string' ? [{ digest: held, name: String(name) }] : [],
      ),
    )
    const tokens = await readItems(wanted.map(({ digest }) => keys.tokenKey(digest)))
    await eachOf(wanted, async ({ digest, name }) => {
      const token = tokens.get(nameOf(keys.tokenKey(digest)))
      if (!token || token.key_name !== undefined || token.business_id !== businessId) return
      if (await isWritten(() => commit([nameToken(businessId, digest, name)]))) written++
    })
  }
  return written
}

/** False if somebody else wrote or removed the token meanwhile: then it has its name, or needs none. */
async function isWritten(write: () => Promise<void>): Promise<boolean> {
  try {
    await write()
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
