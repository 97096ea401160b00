import { megabytes } from '../../../../typescript/src/sizes.ts'
import { exportFormat, exportProducts, stopExport } from '../../state/files/exporting.ts'
import { exported, exportSaid } from '../../state/files/files.ts'
import { Choose } from './choose.tsx'
import { saveFile } from './save-file.ts'

/** All products as a file. */
export function ExportForm() {
  const bytes = exported.value
  return (
    <>
      <fieldset disabled={bytes !== undefined}>
        <Choose
          title="Format"
          value={exportFormat.value}
          options={[
            ['csv', 'CSV'],
            ['jsonl', 'JSON Lines'],
            ['shopify', 'CSV for Shopify'],
          ]}
          onChoose={(value) => {
            exportFormat.value = value
          }}
        />
      </fieldset>
      <div class="buttons">
        <button
          type="button"
          onClick={() => (bytes === undefined ? void exportProducts().then(saveFile) : stopExport())}
        >
          {bytes === undefined ? 'Export' : 'Stop the export'}
        </button>
        <p role="status">{bytes === undefined ? exportSaid.value : `${megabytes(bytes)}`}</p>
      </div>
    </>
  )
}
