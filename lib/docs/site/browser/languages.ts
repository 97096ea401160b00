import { all, root } from './page.ts'

const NAME = 'storefront-docs-language'
const LANGUAGES = ['curl', 'typescript', 'python']

/** Shows the samples in the language that the reader chose on any page. */
export function chooseRemembered(): void {
  const remembered = stored()
  root.dataset.show = LANGUAGES.includes(remembered) ? remembered : 'curl'
}

/** Has the buttons above the samples choose the language of all of them. */
export function offerLanguages(): void {
  const buttons = all<HTMLButtonElement>('[data-choose]')
  const mark = () => {
    for (const button of buttons)
      button.setAttribute('aria-pressed', String(button.dataset.choose === root.dataset.show))
  }
  mark()
  for (const button of buttons)
    button.addEventListener('click', () => {
      const before = button.getBoundingClientRect().top
      root.dataset.show = button.dataset.choose ?? 'curl'
      mark()
      // Samples above have another length now, and the reader wants to stay with this one.
      scrollBy({ top: button.getBoundingClientRect().top - before, behavior: 'instant' })
      store(root.dataset.show)
    })
}

/** A browser can be told to keep nothing; the choice then lasts as long as the page. */
function stored(): string {
  try {
    return localStorage.getItem(NAME) ?? ''
  } catch {
    return ''
  }
}

function store(language: string): void {
  try {
    localStorage.setItem(NAME, language)
  } catch {
    // See above.
  }
}
