import type { commit } from '../../../lib/data/table/commit.ts'

/** The action of another writer, once: exactly between the reads of the next write and its commit. */
export const others: { act: (() => Promise<unknown>) | undefined } = { act: undefined }

/** The module of commits for `vi.mock`, whose commits let the others act first. */
export const afterOthers = <Commits extends { commit: typeof commit }>(real: Commits): Commits => ({
  ...real,
  async commit(...args: Parameters<typeof commit>) {
    const { act } = others
    others.act = undefined
    await act?.()
    return real.commit(...args)
  },
})
