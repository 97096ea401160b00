import { hasScope } from '../../rules/columns.ts'
import { counted } from '../../rules/counted.ts'
import type { ImportChoice } from '../../rules/files/import-choice.ts'
import { isThrough, priceReadings, writtenCount } from '../../rules/files/import-words.ts'
import { choice, isChecked, isOwn, isTaken, job, upload, uploadFault } from '../../state/files/files.ts'
import { check, chooseFile, importChecked } from '../../state/files/uploading.ts'
import { openSession } from '../../state/store.ts'
import { Choose } from './choose.tsx'
import { ImportState } from './import-state.tsx'

/** A file is checked first, and imported when somebody has seen what that does. */
export const ImportForm = () => (
  <>
    <label class="drop">
      Choose a file, or drop it here
      <bdi>{upload.value?.name}</bdi>
      <input type="file" disabled={isTaken.value} onChange={takeFile} />
    </label>
    <p class="note">CSV, JSON, or an export of Shopify or WooCommerce. First it is only checked.</p>
    <Options />
    <p class="fault" role="alert">
      {uploadFault.value}
    </p>
    <div class="buttons">
      <NextStep />
    </div>
    <ImportState />
  </>
)

function takeFile({ currentTarget }: { currentTarget: HTMLInputElement }): void {
  void chooseFile([...(currentTarget.files ?? [])])
  // So that the same file, corrected, can be chosen again.
  currentTarget.value = ''
}

function NextStep() {
  const [file, seen] = [upload.value, job.value]
  const isImported = isOwn.value && seen?.dry_run === false && isThrough(seen)
  if (!file || isTaken.value || isImported) return null
  const count = isChecked.value && seen ? writtenCount(seen) : undefined
  if (count === 0) return <p>Nothing to import.</p>
  return count === undefined ? (
    <button type="button" class="main" onClick={() => void check()}>
      Check “<bdi>{file.name}</bdi>”{isOwn.value && ' again'}
    </button>
  ) : (
    <button type="button" class="main" onClick={() => void importChecked()}>
      Import {counted(count, 'product')} for real
    </button>
  )
}

const choose = (part: Partial<ImportChoice>) => {
  choice.value = { ...choice.value, ...part }
}

function Options() {
  const { prices, stock, status, source } = choice.value
  const { scopes, shop } = openSession()
  const canSet = hasScope(scopes, 'inventory:write')
  return (
    <details>
      <summary>Options</summary>
      <fieldset disabled={isTaken.value}>
        <Choose
          title="Whole numbers as prices"
          value={prices}
          options={[['', 'As the file shows'], ...priceReadings(shop)]}
          onChoose={(value) => choose({ prices: value })}
        />
        <Choose
          title="Stock"
          value={stock}
          options={[
            ['', 'Only where none is counted yet'],
            ['set', `Set every stock${canSet ? '' : ' (the key needs inventory:write)'}`, !canSet],
            ['ignore', 'Ignore the quantities'],
          ]}
          onChoose={(value) => choose({ stock: value })}
        />
        <Choose
          title="New products"
          value={status}
          options={[
            ['', 'Publish'],
            ['draft', 'Keep as drafts'],
          ]}
          onChoose={(value) => choose({ status: value })}
        />
        <label>
          Source, before each external id
          <input
            value={source}
            maxLength={32}
            onInput={({ currentTarget }) => choose({ source: currentTarget.value })}
          />
        </label>
      </fieldset>
      <p class="fault">{stock === 'set' && 'This undoes sales after the file was made.'}</p>
    </details>
  )
}
