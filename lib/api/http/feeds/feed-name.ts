import { FEEDS, type FeedName } from '../../../domain/channels/feeds.ts'
import { feedNotFound } from '../problems/problems.ts'

const COMPRESSED = '.gz'

/** The feed of a path, and whether it is the compressed file. Throws `feed_not_found`. */
export function readFeedName(path = ''): { name: FeedName; isCompressed: boolean } {
  const isCompressed = path.endsWith(COMPRESSED)
  const name = isCompressed ? path.slice(0, -COMPRESSED.length) : path
  const names = Object.keys(FEEDS)
  if (!isFeedName(name))
    throw feedNotFound({
      detail: `There is no such feed. Feeds are ${names.join(', ')}, each also with .gz.`,
    })
  return { name, isCompressed }
}

const isFeedName = (name: string): name is FeedName => Object.hasOwn(FEEDS, name)
