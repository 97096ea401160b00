import { useSignal } from '@preact/signals'
import { type Image, isPictureUrl } from '../../rules/lists.ts'
import { Typed } from './field.tsx'

interface PictureProps {
  image: Image
  n: number
  count: number
  canWrite: boolean
  onMove: (by: -1 | 1) => void
  onRemove: () => void
  onDescribe: (alt: string) => void
}

/** One picture of a product. */
export function Picture({ image, n, count, canWrite, onMove, onRemove, onDescribe }: PictureProps) {
  const place = n + 1
  return (
    <li>
      <Thumb image={image} key={image.url} />
      <div class="described">
        <Typed
          text={image.alt}
          put={onDescribe}
          readOnly={!canWrite}
          aria-label={`Description of picture ${place}`}
          aria-describedby={`missing-${place}`}
        />
        <p class="note" id={`missing-${place}`}>
          {image.alt === '' && 'Add a description for people who cannot see the picture.'}
        </p>
      </div>
      {canWrite && (
        <div class="buttons">
          <Button name="up" words={`Move picture ${place} up`} isOff={n === 0} onClick={() => onMove(-1)}>
            Up
          </Button>
          <Button
            name="down"
            words={`Move picture ${place} down`}
            isOff={place === count}
            onClick={() => onMove(1)}
          >
            Down
          </Button>
          <Button name="remove" words={`Remove picture ${place}`} onClick={onRemove}>
            Remove
          </Button>
        </div>
      )}
    </li>
  )
}

interface ButtonProps {
  name: string
  words: string
  isOff?: boolean
  onClick: () => void
  children: string
}

const Button = ({ name, words, isOff = false, onClick, children }: ButtonProps) => (
  <button type="button" class={name} aria-label={words} disabled={isOff} onClick={onClick}>
    {children}
  </button>
)

/** A picture that was uploaded has another width at another address. */
const smallOf = (url: string): string =>
  url.replace(/(\/media\/[\w-]+\/[0-9a-f]{64}\/)2000\.webp$/, '$1320.webp')

/** A picture in a box of one size, whatever becomes of it. */
function Thumb({ image: { url, alt } }: { image: Image }) {
  const isBroken = useSignal(false)
  return (
    <div class="thumb">
      {isBroken.value || !isPictureUrl(url) ? (
        <span>{isBroken.value ? 'Does not load' : 'No https address'}</span>
      ) : (
        <img
          src={smallOf(url)}
          alt={alt}
          loading="lazy"
          referrerpolicy="no-referrer"
          onError={() => (isBroken.value = true)}
        />
      )}
    </div>
  )
}
