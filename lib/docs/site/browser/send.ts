import { all, baseUrl, element } from './page.ts'

/** Nobody waits longer; the API itself gives up earlier. */
const LONGEST_MS = 40_000

/** Has the forms send what is filled in and show what comes back. */
export function offerSending(): void {
  for (const form of all<HTMLFormElement>('[data-send]'))
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      void send(form)
    })
}

async function send(form: HTMLFormElement): Promise<void> {
  const result = form.querySelector('.result')
  const button = form.querySelector('button')
  if (!result || !button) return
  button.disabled = true
  result.replaceChildren(element('p', 'Sending …'))
  result.replaceChildren(...(await outcome(form)))
  button.disabled = false
}

async function outcome(form: HTMLFormElement): Promise<HTMLElement[]> {
  let request: Request
  try {
    request = requestOf(form)
  } catch (error) {
    return [element('p', `The browser cannot send this request: ${messageOf(error)}`, 'failed')]
  }
  const began = performance.now()
  try {
    const response = await fetch(request)
    const text = await response.text()
    return shown(response, text, Math.round(performance.now() - began))
  } catch (error) {
    const lines = isTimeout(error)
      ? `There was no response within ${LONGEST_MS / 1000} seconds.`
      : `No response from ${baseUrl}: is the API running there, and is this machine online? Pages of other origins can only read public paths.`
    return [element('p', lines, 'failed')]
  }
}

/** Throws when a value cannot be part of a request. */
function requestOf(form: HTMLFormElement): Request {
  const { method = 'GET', path = '' } = form.dataset
  const url = new URL(baseUrl)
  const headers = new Headers()
  let filled = path
  for (const { dataset, name, value } of all<HTMLInputElement | HTMLSelectElement>('input, select', form)) {
    if (value === '') continue
    if (dataset.in === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(value))
    else if (dataset.in === 'header') headers.set(name, value)
    else if (dataset.in === 'key') headers.set('Authorization', `Bearer ${value}`)
    else url.searchParams.set(name, value)
  }
  url.pathname += filled
  const body = form.querySelector('textarea')
  if (body) headers.set('Content-Type', body.dataset.type ?? 'application/json')
  return new Request(url, {
    method,
    headers,
    body: body ? body.value : null,
    credentials: 'omit',
    cache: 'no-store',
    signal: AbortSignal.timeout(LONGEST_MS),
  })
}

function shown({ status, statusText, headers }: Response, text: string, ms: number): HTMLElement[] {
  const line = element('p', '')
  line.append(element('strong', `${status} ${statusText}`.trim(), status < 400 ? 'sent' : 'failed'))
  line.append(` in ${ms} ms, ${text.length.toLocaleString('en')} characters`)
  const details = document.createElement('details')
  const lines = [...headers].map(([name, value]) => `${name}: ${value}`)
  details.append(element('summary', 'Headers'), scrolling(lines.join('\n')))
  return [line, details, ...(text === '' ? [] : [scrolling(pretty(text))])]
}

function scrolling(text: string): HTMLPreElement {
  const made = element('pre', text)
  made.tabIndex = 0
  return made
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
const isTimeout = (error: unknown) => error instanceof Error && error.name === 'TimeoutError'
