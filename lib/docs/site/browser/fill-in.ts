import { all, baseUrl, root } from './page.ts'

/** Fills in what the samples leave open: the base URL of this API, and on the local stack the demo shop and its key. */
export async function fillIn(): Promise<void> {
  for (const place of all('[data-base]')) place.textContent = baseUrl
  if (root.dataset.local === undefined) return
  const { business, api_key: key } = await localShop()
  if (business) for (const input of all<HTMLInputElement>('[data-in=business]')) input.value = business
  if (!key) return
  for (const place of all('[data-key]')) place.textContent = key
  for (const input of all<HTMLInputElement>('[data-in=key]')) input.value = key
}

/** The demo business of the local stack; an empty object when it has none. */
async function localShop(): Promise<{ business?: string; api_key?: string }> {
  try {
    const response = await fetch('local.json')
    return response.ok ? await response.json() : {}
  } catch {
    return {}
  }
}
