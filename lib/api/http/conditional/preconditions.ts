import { ifMatch, readTags } from './etag.ts'

/** The preconditions in the headers of a request. */
export interface Preconditions {
  /** The check that If-Match asks for, to be made on the newest version; undefined without the header. */
  ifMatch: ReturnType<typeof ifMatch>
  /** The tags of If-None-Match. On a write, `*` is the only one that says something. */
  ifNoneMatch: string[] | '*' | undefined
}

/** The preconditions of a request. Throws `invalid_header`. */
export const readPreconditions = (headers: Record<string, string | undefined>): Preconditions => ({
  ifMatch: ifMatch(headers['if-match']),
  ifNoneMatch:
    headers['if-none-match'] === undefined ? undefined : readTags('If-None-Match', headers['if-none-match']),
})
