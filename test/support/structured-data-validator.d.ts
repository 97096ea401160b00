/** The part of the package that the tests use; it has no types of its own. */
declare module '@adobe/structured-data-validator' {
  interface Issue {
    issueMessage: string
    severity: 'ERROR' | 'WARNING'
  }
  export default class Validator {
    validate(found: { jsonld: Record<string, object[]> }): Promise<Issue[]>
  }
}
