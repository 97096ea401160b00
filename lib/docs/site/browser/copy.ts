import { all, announce } from './page.ts'

/** Has the buttons of code blocks copy the code, and the `#` of a place copy a link to it. */
export function offerCopies(): void {
  for (const button of all<HTMLButtonElement>('.copy')) {
    const label = button.innerHTML
    button.addEventListener('click', async () => {
      const code = button.parentElement?.querySelector('code')
      if (!code) return
      const isCopied = await copy(pasteable(code.textContent ?? ''))
      if (!isCopied) getSelection()?.selectAllChildren(code)
      const said = isCopied ? 'Copied' : 'Press Ctrl+C'
      button.textContent = said
      announce(said)
      setTimeout(() => {
        button.innerHTML = label
      }, 2_000)
    })
  }
  for (const link of all<HTMLAnchorElement>('.anchor'))
    link.addEventListener('click', async () => {
      if (await copy(link.href)) announce('Link copied')
    })
}

/** False where the browser lets no page write to the clipboard. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** The text to copy: of a terminal session only the commands, without prompts and output. */
function pasteable(code: string): string {
  const commands = [...code.matchAll(/^\$ ((?:.*\\\n)*.*)$/gm)].map(([, command]) => command)
  return commands.length > 0 ? commands.join('\n') : code
}
