import { signal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { isOffline } from '../state/surroundings.ts'

/**
 * A screen whose code is loaded when it is opened: a phone does not wait for it before it shows the products. `load` has an
 * `import()`, of which the build makes a file of its own. The imported file exports `App`: so everything that is loaded at first
 * stays one file. Otherwise the build makes a file for each set of screens that need the same code.
 */
export function later<Module, Props extends object>(
  load: () => Promise<Module>,
  screenIn: (module: Module) => ComponentType<Props>,
): ComponentType<Props> {
  const loaded = signal<ComponentType<Props> | undefined>(undefined)
  const isFailed = signal(false)
  let failures = 0
  const read = async () => {
    isFailed.value = false
    try {
      loaded.value = screenIn(await (failures === 0 ? load() : loadAgain(load, failures)))
    } catch {
      failures++
      isFailed.value = true
    }
  }
  return (props) => {
    useEffect(() => {
      if (!loaded.peek()) void read()
    }, [])
    const { value: Screen } = loaded
    if (Screen) return <Screen {...props} />
    return (
      <section class="page">
        {isFailed.value ? <NotLoaded again={read} /> : <div class="skeleton" aria-busy="true" />}
      </section>
    )
  }
}

/**
 * The same file under another address: a module that could not be loaded is never requested again under its own (HTML
 * standard, module map).
 */
function loadAgain<Module>(load: () => Promise<Module>, failures: number): Promise<Module> {
  const [, address = ''] = /import\("([^"]+)"\)/.exec(String(load)) ?? []
  return import(`${address}?${failures}`)
}

/** Without a connection it is tried again. After an update of the deployment only a new page knows the names of the files. */
const NotLoaded = ({ again }: { again: () => Promise<void> }) => (
  <div class="empty" role="alert">
    <p>
      {isOffline.value
        ? 'This screen is not loaded yet, and this device is offline. Your edits are kept.'
        : 'This screen could not be loaded. If the console was updated in the meantime, load it again: your edits are kept, and offered when you have entered the key.'}
    </p>
    <p class="buttons">
      <button type="button" onClick={() => void again()}>
        Try again
      </button>
      {!isOffline.value && (
        <button type="button" onClick={() => location.reload()}>
          Load the console again
        </button>
      )}
    </p>
  </div>
)
