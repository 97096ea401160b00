/** As much of an element as a page's example may use. */
class Element {
  textContent = ''
  readonly children: Element[] = []

  append(...children: Element[]): void {
    this.children.push(...children)
  }
}

const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor as new (
  ...source: string[]
) => (document: object) => Promise<void>

/**
 * Runs the script of an HTML page with the `fetch` of this process and returns the lines it shows. No browser: what
 * one would ask of the API before it lets a page read an answer is compared in the calls of the same document.
 */
export async function browse(html: string): Promise<string> {
  const [, script] = /<script type="module">(.*?)<\/script>/s.exec(html) ?? []
  if (script === undefined) throw new Error('there is no module in the page')
  const shown = new Element()
  const document = { querySelector: () => shown, createElement: () => new Element() }
  await new AsyncFunction('document', script)(document)
  return shown.children.map(({ textContent }) => textContent).join('\n')
}
