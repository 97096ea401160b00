/** The parameters that messages of the API name, as somebody who calls the API writes them. */
const PARAMETER =
  /(?<=^|[ (])(?:(format|encoding|delimiter|prices|stock|source|category|status|on_missing|map|set|duplicate_skus|without_price)=(?=\S)|(confirm_missing|keep_empty|dry_run)=true\b|(on_missing|duplicate_skus|group_by|keep_empty|dry_run)\b)/g

/** A message of the API with the options of this command in place of the parameters: `--on-missing archive`. */
export const asOptions = (message: string): string =>
  message.replace(PARAMETER, (_, withValue?: string, isTrue?: string, alone?: string) => {
    const name = `--${(withValue ?? isTrue ?? alone ?? '').replaceAll('_', '-')}`
    return withValue === undefined ? name : `${name} `
  })
