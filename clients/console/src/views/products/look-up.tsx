import { lookUp } from '../../state/reading-shop.ts'
import { query, said } from '../../state/store.ts'
import { stopFor } from '../../state/trouble.ts'

/** Looks in the whole shop for words that nothing here has. */
export const LookUp = () => (
  <div class="bar">
    <p>Nothing here has these words.</p>
    <button type="button" onClick={() => void lookUpWords().catch(stopFor)}>
      Look for “<bdi>{query.value.words}</bdi>” as a SKU or an external id
    </button>
  </div>
)

async function lookUpWords(): Promise<void> {
  const words = query.value.words.trim()
  said.value = (await lookUp(words)) ? `Found ${words}` : `The shop has no SKU and no external id ${words}`
}
