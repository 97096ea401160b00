export const root = document.documentElement

/** The base URL of the API, without a slash at its end: where this page says it is. */
export const baseUrl = new URL(root.dataset.api ?? '../', location.href).href.replace(/\/$/, '')

/** Every element that a selector finds. */
export const all = <E extends HTMLElement = HTMLElement>(
  selector: string,
  within: ParentNode = document,
): E[] => [...within.querySelectorAll<E>(selector)]

/** Has screen readers say something. */
export function announce(text: string): void {
  const place = document.querySelector('#announcement')
  if (place) place.textContent = text
}

/** An element with a text. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  text: string,
  className = '',
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name)
  made.textContent = text
  made.className = className
  return made
}
