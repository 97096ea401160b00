interface SentError {
  code: string
  pointer?: string
  parameter?: string
  header?: string
}

interface SentProblem {
  code: string
  errors?: SentError[]
}

/**
 * The lines of the record `seen` for an answer of an operation: its status, or its problem and each error of that, and
 * those of the operations of a bulk call.
 */
export function linesOf(operationId: string, status: number, body: string): string[] {
  if (body.startsWith('{"type"')) return problemLines(`${operationId} ${status}`, JSON.parse(body))
  const own = `${operationId} ${status} `
  if (operationId !== 'bulkProducts' || status !== 200) return [own]
  const results: { status: number; problem?: SentProblem }[] = JSON.parse(body).data
  return [
    own,
    ...results.flatMap(({ status, problem }) =>
      problem ? problemLines(`${operationId} ${status}`, problem) : [],
    ),
  ]
}

/** A problem's code, and the code and the place of each of its errors. */
const problemLines = (answer: string, { code, errors = [] }: SentProblem) => [
  `${answer} ${code}`,
  ...errors.map((error) => `${answer} ${code} ${error.code} ${placeOf(error)}`),
]

/** The place of an error, whichever item of a list it is in. Of a name that nobody knows it says nothing. */
function placeOf({ code, pointer, parameter, header }: SentError): string {
  if (code.startsWith('unknown_')) return ''
  return (pointer ?? parameter ?? header ?? '').replace(/\/\d+(?=\/|$)/g, '/0')
}
