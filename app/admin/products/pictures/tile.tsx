import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { useState } from 'react'
import { Icon, type IconName } from '#app/ui/icon.tsx'
import { smallUrl } from '../picture-urls.ts'
import type { Picture } from './list.ts'

type TileProps = {
  picture: Picture
  index: number
  /** Among the product's pictures; undefined of one that was refused. */
  place: number | undefined
  last: number
  onMove: (to: number) => void
  onRemove: () => void
  onRetry: () => void
  onRestore: () => void
  onCrop: () => void
}

/** One picture: it is dragged by itself, or moved by its buttons. */
export function PictureTile({ picture, index, place, last, onMove, onRemove, onRetry, onRestore, onCrop }: TileProps) {
  const { setNodeRef, attributes, listeners, transform, transition, isDragging } = useSortable({
    id: picture.key,
    attributes: { roleDescription: 'taşınabilir görsel' },
  })
  const name = place === undefined ? 'Eklenmeyen görsel' : place === 0 ? 'Görsel 1, ana görsel' : `Görsel ${place + 1}`
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={`flex flex-col border border-line bg-surface ${isDragging ? 'relative z-10 shadow-2xl' : ''}`}
    >
      <button
        type="button"
        {...attributes}
        {...listeners}
        aria-label={name}
        className="relative block aspect-4/5 cursor-grab touch-manipulation overflow-hidden [-webkit-touch-callout:none] bg-line select-none active:cursor-grabbing"
      >
        <Face picture={picture} />
        {place !== undefined && (
          <span
            aria-hidden="true"
            className={`absolute top-2 left-2 rounded-xs px-2 py-0.5 text-sm ${place === 0 ? 'bg-ink text-white' : 'bg-surface/90'}`}
          >
            {place === 0 ? 'Ana görsel' : place + 1}
          </span>
        )}
        {(picture.state === 'sending' || picture.state === 'waiting') && <Progress picture={picture} />}
      </button>
      {picture.state === 'failed' && <Failure picture={picture} onRetry={onRetry} onRestore={onRestore} />}
      <div className="mt-auto grid grid-cols-2 border-line border-t sm:grid-cols-4">
        <Act icon="back" label={`${name}: öne al`} disabled={index === 0} onClick={() => onMove(index - 1)} />
        <Act icon="next" label={`${name}: arkaya al`} disabled={index === last} onClick={() => onMove(index + 1)} />
        <Act icon="crop" label={`${name}: kırp`} disabled={picture.state !== 'stored'} onClick={onCrop} />
        <Act icon="close" label={`${name}: sil`} onClick={onRemove} />
      </div>
    </li>
  )
}

function Face({ picture }: { picture: Picture }) {
  const [undrawn, setUndrawn] = useState<string>()
  const stored = picture.state === 'stored'
  const src = stored ? smallUrl(picture.stored) : picture.preview
  // A file that is no picture: the browser's torn one says nothing that the words below do not.
  if (undrawn === src) return null
  return (
    <img
      src={src}
      alt=""
      draggable={false}
      onError={() => setUndrawn(src)}
      className={`size-full object-cover ${stored ? '' : 'opacity-60'}`}
    />
  )
}

type FailureProps = { picture: Extract<Picture, { state: 'failed' }>; onRetry: () => void; onRestore: () => void }

function Failure({ picture, onRetry, onRestore }: FailureProps) {
  return (
    <div role="alert" className="grid gap-1 px-3 py-2 text-sm">
      <p className="truncate font-medium" title={picture.file.name}>
        {picture.file.name}
      </p>
      <p className="text-bad">{picture.reason}</p>
      {picture.again && (
        <button type="button" onClick={onRetry} className="min-h-11 text-left underline underline-offset-4">
          Yeniden dene
        </button>
      )}
      {picture.was && (
        <button type="button" onClick={onRestore} className="min-h-11 text-left underline underline-offset-4">
          Kırpmadan vazgeç
        </button>
      )}
    </div>
  )
}

function Progress({ picture }: { picture: Extract<Picture, { progress: number }> }) {
  const percent = Math.round(picture.progress * 100)
  return (
    <span className="absolute inset-x-0 bottom-0 block bg-surface/90 px-2 py-1.5 text-left text-sm">
      <span>{picture.state === 'waiting' ? 'Sırada' : percent < 100 ? `Yükleniyor %${percent}` : 'Hazırlanıyor…'}</span>
      <progress aria-label={`${picture.file.name} yükleniyor`} value={percent} max={100} className="block h-1 w-full" />
    </span>
  )
}

type ActProps = { icon: IconName; label: string; disabled?: boolean; onClick: () => void }

function Act({ icon, label, disabled, onClick }: ActProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label.slice(label.indexOf(':') + 2)}
      // Not `disabled`: at the end of the row the button that moves it there keeps the focus.
      aria-disabled={disabled}
      onClick={disabled ? undefined : onClick}
      className="grid min-h-11 place-items-center text-muted hover:bg-paper hover:text-ink aria-disabled:cursor-default aria-disabled:text-line"
    >
      <Icon name={icon} size={18} />
    </button>
  )
}
