/** A field of a body, or a parameter of a query. */
export interface Field {
  name: string
  /** `text` is written as it is; a value of any other type is JSON. */
  type: string
  isNullable?: true
  /** The texts that it can be. */
  values?: readonly string[]
  /** The first sentence of its description. */
  text: string
  isRequired?: true
}

/** An operation of the API, as openapi.json describes it. */
export interface ApiOperation {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  /** The part of the description that it is in. */
  tag: string
  /** A few words that begin with a verb. */
  summary: string
  /** The first sentence of its description. */
  text: string
  /** Its response is a page of a list. */
  isList?: true
  /** The largest page of the list. */
  limit?: number
  headers: readonly string[]
  /** Without `limit` and `cursor`. */
  query: readonly Field[]
  body?: readonly Field[]
  isBodyRequired?: true
}

/** The words of an operation's command, and the variables of its path, which are the arguments. */
export interface Wording {
  words: readonly string[]
  variables: readonly string[]
}

const VERBS = { GET: 'get', POST: 'create', PUT: 'replace', PATCH: 'update', DELETE: 'delete' } as const

/**
 * The words are the path without `/admin` and its variables, and then a verb. A POST to a path that nothing reads has its verb
 * as the last word already. The public paths, which begin with other words than `/admin`, are behind the word `public`.
 */
export function wordingOf({ method, path, isList }: ApiOperation, all: readonly ApiOperation[]): Wording {
  const parts = path.split('/').slice(1)
  const words = parts.filter((part) => !part.startsWith('{'))
  const variables = parts.filter((part) => part.startsWith('{')).map((part) => part.slice(1, -1))
  const behind = words[0] === 'admin' ? words.slice(1) : ['public', ...words]
  const isVerb = method === 'POST' && !all.some((one) => one.method === 'GET' && one.path === path)
  return { words: isVerb ? behind : [...behind, isList ? 'list' : VERBS[method]], variables }
}
