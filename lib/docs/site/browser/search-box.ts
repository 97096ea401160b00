import { announce, element, root } from './page.ts'
import type { Hit, openSearch } from './search.ts'

type Search = ReturnType<typeof openSearch>

/** Has the field at the head of the page search the site: `/` focuses it, arrows choose, Enter opens, Escape closes. */
export function offerSearch(): void {
  const form = document.querySelector<HTMLFormElement>('.search')
  const input = form?.querySelector('input')
  const results = form?.querySelector<HTMLElement>('#results')
  if (!form || !input || !results) return
  const { load, show } = searchOf(input, results)
  input.addEventListener('focus', load)
  input.addEventListener('input', show)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    results.querySelector('a')?.click()
  })
  form.addEventListener('keydown', (event) => move(event, input, results))
  form.addEventListener('focusin', (event) => event.target === input && results.hidden && void show())
  closeWhenLeft(form, results)
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isWritten(event.target)) return
    event.preventDefault()
    input.focus()
  })
}

/** Loads the search once, and shows what it finds for the text of a field. */
function searchOf(input: HTMLInputElement, results: HTMLElement) {
  let opened: Promise<Search> | undefined
  const load = () => {
    opened ??= open()
    // A search that fails says so when there is something to search for.
    opened.catch(() => {})
    return opened
  }
  const show = async () => {
    const query = input.value
    if (query.trim() === '') return close(results)
    try {
      const search = await load()
      // A later letter has its own turn.
      if (query === input.value) render(results, query, search(query))
    } catch {
      render(results, query, undefined)
    }
  }
  return { load, show }
}

function closeWhenLeft(form: HTMLFormElement, results: HTMLElement): void {
  const leave = (target: EventTarget | null) => {
    if (target instanceof Node && !form.contains(target)) close(results)
  }
  document.addEventListener('pointerdown', ({ target }) => leave(target))
  form.addEventListener('focusout', ({ relatedTarget }) => leave(relatedTarget))
  // A link to a place in the same page leaves the page as it is.
  results.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a')) close(results)
  })
}

/** Loads the index and what reads it, when somebody wants to search. */
async function open(): Promise<Search> {
  const { search = '', index = '' } = root.dataset
  const [module, response] = await Promise.all([
    import(new URL(search, document.baseURI).href) as Promise<{ openSearch: typeof openSearch }>,
    fetch(index),
  ])
  if (!response.ok) throw new Error(`${index}: ${response.status}`)
  return module.openSearch(await response.text())
}

function close(results: HTMLElement): void {
  results.hidden = true
}

/** Shows what was found; undefined when the search could not be loaded. */
function render(results: HTMLElement, query: string, hits: readonly Hit[] | undefined): void {
  const said =
    hits === undefined
      ? 'The search could not be loaded. Reload the page to try again.'
      : hits.length === 0
        ? `Nothing found for “${query.slice(0, 60)}”. Try another word.`
        : `${hits.length} result${hits.length === 1 ? '' : 's'}`
  const list = document.createElement('ol')
  list.append(...(hits ?? []).map(item))
  results.replaceChildren(element('p', said), list)
  results.hidden = false
  announce(said)
}

function item({ id, page, title, excerpt: [before, word, after] }: Hit): HTMLLIElement {
  const [name = '', fragment] = id.split('#')
  const link = document.createElement('a')
  link.href = `${name}${root.dataset.extension ?? ''}${fragment === undefined ? '' : `#${fragment}`}`
  const text = element('span', before, 'excerpt')
  text.append(element('mark', word), after)
  const place = page === title ? [] : [element('span', page, 'place')]
  link.append(element('strong', title), ...place, text)
  const made = document.createElement('li')
  made.append(link)
  return made
}

function move(event: KeyboardEvent, input: HTMLInputElement, results: HTMLElement): void {
  if (event.key === 'Escape') {
    if (results.hidden) input.value = ''
    input.focus()
    close(results)
    event.preventDefault()
  }
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || results.hidden) return
  const stops: HTMLElement[] = [input, ...results.querySelectorAll('a')]
  const at = stops.findIndex((stop) => stop.matches(':focus'))
  stops[Math.min(Math.max(at + step, 0), stops.length - 1)]?.focus()
  event.preventDefault()
}

const isWritten = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, select') !== null
