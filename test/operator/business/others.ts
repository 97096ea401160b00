import type * as writer from '../../../lib/data/table/calls/writer.ts'
import type { Key } from '../../../lib/data/table/keys.ts'

/** The actions of other writers: when a partition has just been read, and when items were deleted. */
export const others: {
  whenRead: ((partition: unknown, prefix: unknown) => Promise<unknown>) | undefined
  whenDeleted: ((batch: readonly Key[]) => Promise<unknown>) | undefined
} = { whenRead: undefined, whenDeleted: undefined }

/** None of them acts any more. */
export function forgetOthers(): void {
  Object.assign(others, { whenRead: undefined, whenDeleted: undefined })
}

/** The module that calls the table for `vi.mock`, which lets the others act. */
export const withOthers = (real: typeof writer): typeof writer => ({
  ...real,
  async queryItems(input) {
    const page = await real.queryItems(input)
    const { ':pk': partition, ':sk': prefix } = input.ExpressionAttributeValues ?? {}
    await others.whenRead?.(partition, prefix)
    // The caller has named the types of the items.
    return page as never
  },
  async deleteBatch(batch) {
    const undone = await real.deleteBatch(batch)
    await others.whenDeleted?.(batch)
    return undone
  },
})
