import type { ImportJob } from '../../../../typescript/src/imports.ts'
import { counted } from '../../rules/counted.ts'
import { hasKeptRows } from '../../rules/files/import-words.ts'
import { keptWords } from '../../rules/files/refused-csv.ts'
import { refusedFile } from '../../state/files/exporting.ts'
import { refusedRows, savingRows } from '../../state/files/files.ts'
import { saveFile } from './save-file.ts'

/** The first rows that an import refused or left out; a file has all of them. */
export const RefusedRows = ({ of }: { of: ImportJob }) => (
  <>
    <h3>{counted(of.faults_total, 'row')} refused or left out</h3>
    <SaveRows of={of} />
    <table class="refused-rows">
      <thead>
        <tr>
          {['Row', 'Line', 'Name', 'Reasons'].map((title) => (
            <th scope="col" key={title}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {refusedRows.value.map(({ row, line, name, external_id, outcome, reasons }) => (
          <tr key={row}>
            <td>{row}</td>
            <td>{line}</td>
            <td>
              <bdi>{name ?? external_id}</bdi>
            </td>
            <td>
              {outcome === 'left_out' && 'Left out: '}
              <bdi>{reasons.join('; ')}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </>
)

/** Saves the refused rows of an import, as long as the API keeps them. */
export const SaveRows = ({ of }: { of: ImportJob }) =>
  hasKeptRows(of, Date.now()) ? (
    <button type="button" disabled={savingRows.value} onClick={() => void refusedFile(of).then(saveFile)}>
      Save the refused rows{keptWords(of.faults_total)}
    </button>
  ) : null
