import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { rectSortingStrategy, SortableContext, sortableKeyboardCoordinates } from '@dnd-kit/sortable'
import { type DragEvent, lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { buttonClass } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { acceptedImages } from '#shop/media/contract.ts'
import { mostPictures, type Picture } from './picture-list.ts'
import { PictureTile } from './picture-tile.tsx'
import { largeUrl } from './product-shape.ts'
import type { Pictures } from './use-pictures.ts'

// The cutter comes when it is first used.
const PictureCrop = lazy(() => import('./picture-crop.tsx').then((module) => ({ default: module.PictureCrop })))

/** Pictures in their order; they come by choosing, dropping, pasting or from the camera. */
export function PictureTray({ pictures, error }: { pictures: Pictures; error: string | undefined }) {
  const [cropping, setCropping] = useState<{ key: string; url: string }>()
  const [cropUsed, setCropUsed] = useState(false)
  const [said, setSaid] = useState('')
  const { list, add } = pictures
  const { over, ...drop } = useDrop(add)
  usePaste(add)

  function startCrop(picture: Picture) {
    if (picture.state !== 'stored') return
    setCropUsed(true)
    setCropping({ key: picture.key, url: largeUrl(picture.whole ?? picture.stored) })
  }

  function move(key: string, to: number) {
    pictures.move(key, to)
    setSaid(`Görsel ${to + 1}. sıraya taşındı.`)
  }

  return (
    <div {...drop} className={`grid gap-4 ${over ? 'outline-2 outline-ink outline-offset-8 outline-dashed' : ''}`}>
      <Choosers onFiles={add} />
      <p className="text-muted text-sm">
        <span className="pointer-coarse:hidden">
          Görselleri buraya sürükleyebilir veya panodan yapıştırabilirsiniz.{' '}
        </span>
        <span className="hidden pointer-coarse:inline">Basılı tutup sürükleyerek sıralayabilirsiniz. </span>
        İlk görsel ana görseldir. En çok {mostPictures} görsel, her biri en fazla 10 MB.
      </p>
      {error && (
        <p tabIndex={-1} data-wrong className="text-bad text-sm">
          {error}
        </p>
      )}
      {pictures.rejected.length > 0 && <RejectedFiles pictures={pictures} />}
      <Sortable list={list} onMove={pictures.move}>
        {list.map((picture, index) => (
          <PictureTile
            key={picture.key}
            picture={picture}
            index={index}
            last={list.length - 1}
            onMove={(to) => move(picture.key, to)}
            onRemove={() => pictures.remove(picture.key)}
            onRetry={() => pictures.retry(picture.key)}
            onRestore={() => pictures.restore(picture.key)}
            onCrop={() => startCrop(picture)}
          />
        ))}
      </Sortable>
      {pictures.removed && <Removed pictures={pictures} removed={pictures.removed} />}
      <p role="status" className="sr-only">
        {said}
      </p>
      <Suspense>
        {cropUsed && (
          <PictureCrop
            url={cropping?.url}
            onClose={() => setCropping(undefined)}
            onCropped={(file) => {
              if (cropping) pictures.replace(cropping.key, file)
              setCropping(undefined)
            }}
          />
        )}
      </Suspense>
    </div>
  )
}

/** A picture taken out by mistake comes back to its place. */
function Removed({ pictures, removed }: { pictures: Pictures; removed: NonNullable<Pictures['removed']> }) {
  const button = useRef<HTMLButtonElement>(null)
  // The button that took it out is gone with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: again for each picture
  useEffect(() => button.current?.focus({ preventScroll: true }), [removed])
  return (
    <p className="flex items-center gap-3 text-sm">
      Görsel çıkarıldı.
      <button
        ref={button}
        type="button"
        onClick={() => pictures.putBack(removed)}
        className="min-h-11 underline underline-offset-4"
      >
        Görseli geri koy
      </button>
    </p>
  )
}

function Choosers({ onFiles }: { onFiles: (files: File[]) => void }) {
  const ids = useId()
  return (
    <div className="flex flex-wrap gap-2">
      <Chooser id={`${ids}-files`} label="Görsel ekle" onFiles={onFiles} multiple />
      <span className="hidden pointer-coarse:block">
        <Chooser id={`${ids}-camera`} label="Fotoğraf çek" onFiles={onFiles} capture="environment" />
      </span>
    </div>
  )
}

type ChooserProps = {
  id: string
  label: string
  multiple?: boolean
  capture?: 'environment'
  onFiles: (files: File[]) => void
}

function Chooser({ id, label, onFiles, ...input }: ChooserProps) {
  return (
    <>
      <input
        {...input}
        id={id}
        type="file"
        accept={acceptedImages}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          // The same file may be chosen again.
          event.target.value = ''
        }}
        className="peer sr-only"
      />
      <label
        htmlFor={id}
        className={buttonClass('secondary', 'px-4! peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2')}
      >
        {label}
      </label>
    </>
  )
}

function RejectedFiles({ pictures }: { pictures: Pictures }) {
  return (
    <Notice tone="bad">
      <p>Eklenmeyen dosyalar:</p>
      <ul className="my-1">
        {pictures.rejected.map(({ name, reason }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and the list never changes
          <li key={index} className="break-words">
            <strong className="font-medium">{name}</strong>: {reason}
          </li>
        ))}
      </ul>
      <button type="button" onClick={pictures.forgetRejected} className="min-h-11 underline underline-offset-4">
        Tamam
      </button>
    </Notice>
  )
}

type SortableProps = { list: Picture[]; onMove: (key: string, to: number) => void; children: React.ReactNode }

function Sortable({ list, onMove, children }: SortableProps) {
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    // A short press drags; a swipe scrolls the page.
    useSensor(TouchSensor, { activationConstraint: { delay: 220, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const keys = list.map((picture) => picture.key)
  const announcements = useAnnouncements(keys)

  function onDragEnd({ active, over }: DragEndEvent) {
    if (over && active.id !== over.id) onMove(String(active.id), keys.indexOf(String(over.id)))
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={onDragEnd}
      accessibility={{ announcements, screenReaderInstructions: { draggable: instructions } }}
    >
      <SortableContext items={keys} strategy={rectSortingStrategy}>
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-3 empty:hidden sm:grid-cols-[repeat(auto-fill,minmax(10rem,1fr))]">
          {children}
        </ul>
      </SortableContext>
    </DndContext>
  )
}

const instructions =
  'Görseli taşımak için boşluk tuşuna basın, ok tuşlarıyla yerini seçin, bırakmak için yeniden boşluğa, vazgeçmek için Esc tuşuna basın.'

/** What a screen reader says of a drag. */
function useAnnouncements(keys: string[]): Announcements {
  const justTaken = useRef(false)
  const place = (id: string | number) => keys.indexOf(String(id)) + 1
  return {
    onDragStart({ active }) {
      justTaken.current = true
      return `${place(active.id)}. görsel alındı.`
    },
    onDragOver({ active, over }) {
      // It begins over its own place; that would drown out that it was taken.
      const atStart = justTaken.current && over?.id === active.id
      justTaken.current = false
      return over && !atStart ? `Görsel ${place(over.id)}. sıranın üzerinde.` : undefined
    },
    onDragEnd: ({ over }) =>
      over ? `Görsel ${place(over.id)}. sıraya bırakıldı.` : 'Görsel bırakıldı, sırası değişmedi.',
    onDragCancel: ({ active }) => `Vazgeçildi, görsel ${place(active.id)}. sırada kaldı.`,
  }
}

/** Files dropped anywhere on the section. */
function useDrop(onFiles: (files: File[]) => void) {
  const [over, setOver] = useState(false)
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')
  return {
    over,
    onDragOver(event: DragEvent) {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: (event: DragEvent) => event.currentTarget.contains(event.relatedTarget as Node) || setOver(false),
    onDrop(event: DragEvent) {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(false)
      onFiles([...event.dataTransfer.files])
    },
  }
}

/** A picture pasted anywhere on the page; text goes where it belongs. */
function usePaste(onFiles: (files: File[]) => void) {
  const receive = useRef(onFiles)
  receive.current = onFiles
  useEffect(() => {
    function onPaste(event: ClipboardEvent) {
      const files = [...(event.clipboardData?.files ?? [])]
      // Cells copied from a spreadsheet come with a picture of themselves.
      if (files.length === 0 || event.clipboardData?.types.includes('text/plain')) return
      event.preventDefault()
      receive.current(files)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
}
