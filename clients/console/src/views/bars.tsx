import { signal } from '@preact/signals'
import { offered, takeOffered } from '../state/keeping.ts'
import { hasWork, readShopAgain } from '../state/reading-again.ts'
import { readShop } from '../state/reading-shop.ts'
import { planNow, save } from '../state/saving/saving.ts'
import { isOutdated, loading, trouble } from '../state/store.ts'
import { isOffline } from '../state/surroundings.ts'
import { stopFor } from '../state/trouble.ts'

/** How many rows would begin to have a stock, while that is asked. */
const asked = signal(0)
let isAgreed = false

/** Saves; asks once before the stock of rows begins to be counted. */
export function askOrSave(): void {
  const { tracked } = planNow()
  if (tracked > 0 && !isAgreed) asked.value = tracked
  else void save()
}

function agree(): void {
  isAgreed = true
  asked.value = 0
  void save()
}

/** Lines at the top: what stops the work, and questions. */
export const Bars = () => (
  <>
    {trouble.value && <Trouble />}
    {isOffline.value && !trouble.value && (
      <p class="bar bad">This device is offline. Continue, and save later.</p>
    )}
    {offered.value && <Offer count={offered.value.edits.size} />}
    {isOutdated.value && <Outdated />}
    {asked.value > 0 && <Question count={asked.value} />}
  </>
)

const Trouble = () => (
  <div class="bar bad" role="alert">
    <p>{trouble.value}</p>
    {loading.value === 'failed' && (
      <button type="button" onClick={() => void readAgain()}>
        Read the shop again
      </button>
    )}
  </div>
)

async function readAgain(): Promise<void> {
  trouble.value = ''
  await readShop()
}

const Offer = ({ count }: { count: number }) => (
  <div class="bar" role="alert">
    <p>This tab has {count} edits from before it was loaded.</p>
    <button
      type="button"
      disabled={loading.value === 'yes'}
      onClick={() => void takeOffered().catch(stopFor)}
    >
      Go on with them
    </button>
    <button type="button" onClick={drop}>
      Drop them
    </button>
  </div>
)

/** Rows never move while somebody works on them. */
const Outdated = () => (
  <div class="bar" role="alert">
    <p>An import has changed the shop. Save your changes, and read it again.</p>
    <button type="button" disabled={hasWork()} onClick={() => void readShopAgain()}>
      Read the shop again
    </button>
  </div>
)

function drop(): void {
  offered.value = undefined
}

const Question = ({ count }: { count: number }) => (
  <div class="bar" role="alert">
    <p>The stock of {count} rows is not counted yet. From now on it decides whether they are sold out.</p>
    <button type="button" onClick={agree}>
      Count it, and save
    </button>
    <button type="button" onClick={() => (asked.value = 0)}>
      Not now
    </button>
  </div>
)
