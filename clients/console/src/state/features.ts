import { batch, signal } from '@preact/signals'
import { hasMedia } from '../api/pictures.ts'
import { hasScope } from '../rules/columns.ts'
import { isLeft, openSession, type Session } from './store.ts'

/** True where pictures can be uploaded: the deployment keeps them, and the key has the scope. */
export const canUpload = signal(false)
/** True where the deployment has pages of shops. */
export const hasShopPage = signal(false)

let asked: Session | undefined

/** Finds out, once for each key that was typed, what this deployment has. */
export async function findFeatures(baseUrl: string): Promise<void> {
  const opened = openSession()
  if (asked === opened) return
  asked = opened
  batch(() => {
    canUpload.value = false
    hasShopPage.value = false
  })
  try {
    const canWrite = hasScope(opened.scopes, 'media:write')
    const [media, page] = await Promise.all([
      canWrite && hasMedia(opened.api),
      isPage(`${baseUrl}/shop/${opened.business.slug}`),
    ])
    if (isLeft(opened)) return
    canUpload.value = media
    hasShopPage.value = page
  } catch {
    // The next product asks again.
    asked = undefined
  }
}

async function isPage(address: string): Promise<boolean> {
  const { status } = await fetch(address, { method: 'HEAD', redirect: 'manual', credentials: 'omit' })
  return status === 200
}
