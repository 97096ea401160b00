import { useSignal } from '@preact/signals'
import { PICTURE_TYPES } from '../../api/pictures.ts'
import { isPictureUrl } from '../../rules/lists.ts'
import type { Row } from '../../rules/rows.ts'
import { canUpload } from '../../state/features.ts'
import { madeIds } from '../../state/store.ts'
import { addImage, type Progress, upload, uploads } from '../../state/uploading-pictures.ts'
import { fitting } from './fitting.ts'

/** Adds pictures to a product: by their addresses, and from files where the deployment keeps them. */
export const AddPictures = ({ row }: { row: Row }) => (
  <>
    <ByAddress row={row} />
    {canUpload.value && <FromFiles row={row} />}
  </>
)

function ByAddress({ row }: { row: Row }) {
  const typed = useSignal({ url: '', fault: '' })
  const { url, fault } = typed.value
  const add = () => {
    const address = url.trim()
    const isPicture = isPictureUrl(address)
    if (isPicture) addImage(row.id, { url: address, alt: '' })
    typed.value = isPicture
      ? { url: '', fault: '' }
      : { url, fault: 'Type an address that begins with https://.' }
  }
  return (
    <>
      <div class="add">
        <input
          class="address"
          type="url"
          aria-label="Address of a picture"
          aria-describedby="address-fault"
          aria-invalid={fault !== ''}
          placeholder="https://"
          value={url}
          onInput={({ currentTarget: { value } }) => {
            typed.value = { url: value, fault: '' }
          }}
          onKeyDown={(event) => event.key === 'Enter' && add()}
        />
        <button type="button" onClick={add}>
          Add by address
        </button>
      </div>
      <p class="fault" id="address-fault" role="alert">
        {fault}
      </p>
    </>
  )
}

function FromFiles({ row }: { row: Row }) {
  const [first = row.id] = [...madeIds.value].find(([, made]) => made === row.id) ?? []
  const progress = uploads.value.get(row.id) ?? uploads.value.get(first)
  return (
    <>
      <label class="upload">
        Upload pictures
        <input
          type="file"
          multiple
          accept={PICTURE_TYPES.join()}
          onChange={({ currentTarget }) => {
            const files = [...(currentTarget.files ?? [])]
            currentTarget.value = ''
            if (files.length > 0) void upload(row.id, files, fitting)
          }}
        />
      </label>
      <p role="status">{progress && wordsFor(progress)}</p>
      {progress && progress.failed.length > 0 && (
        <ul class="fault">
          {progress.failed.map(({ name, why }, n) => (
            // Two files can have one name, and the list only grows
            <li key={n}>
              <bdi>{name}</bdi>: {why}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const wordsFor = ({ done, of, failed }: Progress): string =>
  done < of ? `Uploading ${done + 1} of ${of} …` : `${of - failed.length} of ${of} uploaded.`
