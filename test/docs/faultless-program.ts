import { createStorefront, type StorefrontOptions } from '../../clients/typescript/src/index.ts'
import { type Reader, runRecipe } from './run-recipe.ts'

/** The members of responses that a program can be disappointed by. */
interface Answer {
  code?: string
  total?: number
  data?: { status?: number }[]
}

/**
 * Runs a program as it stands. Returns everything that its reader would be surprised by, also where it prints nothing of it: a refused
 * request or part of one, a list without an element, and a filter that finds nothing beside others that do.
 */
export async function faultsOfProgram(
  program: string,
  reader: Reader,
  own: Record<string, unknown>,
): Promise<string[]> {
  const faults: string[] = []
  const watched = async (input: Request | string, init?: RequestInit) => {
    const request = new Request(input, init)
    const response = await fetch(request)
    faults.push(...(await faultsOfAnswer(request, response.clone())))
    return response
  }
  await runRecipe(program, reader, {
    ...own,
    fetch: watched,
    createStorefront: (options: StorefrontOptions) => createStorefront({ ...options, fetch: watched }),
  })
  return faults
}

async function faultsOfAnswer({ method, url }: Request, response: Response): Promise<string[]> {
  const { code, data } = await answerOf(response)
  const { searchParams } = new URL(url)
  const faults = [
    response.status >= 400 && `${response.status} ${code}`,
    Array.isArray(data) && data.length === 0 && 'finds nothing',
    Array.isArray(data) && data.some(({ status = 200 }) => status >= 400) && 'refuses an operation',
    ...(await Promise.all(searchParams.getAll('option').map((option) => faultOfOption(url, option)))),
  ]
  return faults.flatMap((fault) => (fault ? [`${method} ${url}: ${fault}`] : []))
}

/** Values of one option are alternatives: one that the shop does not have is not missed. */
async function faultOfOption(url: string, option: string): Promise<string | false> {
  const alone = new URL(url)
  alone.search = `${new URLSearchParams({ business: alone.searchParams.get('business') ?? '', option })}`
  return (await answerOf(await fetch(alone))).total === 0 && `${option} finds nothing`
}

const answerOf = async (response: Response) => (await response.json().catch(() => ({}))) as Answer
