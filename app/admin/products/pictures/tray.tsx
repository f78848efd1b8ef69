import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Notice } from '#app/ui/notice.tsx'
import { ErrorLine } from '../error-line.tsx'
import { largeUrl } from '../picture-urls.ts'
import { PictureChoosers } from './choosers.tsx'
import { mostPictures, type Picture, placesOf } from './list.ts'
import { SortablePictures } from './sort.tsx'
import { PictureTile } from './tile.tsx'
import { useDroppedFiles, usePastedFiles } from './use-files.ts'
import type { Pictures } from './use-pictures.ts'

// The cutter comes when it is first used.
const PictureCrop = lazy(() => import('./crop.tsx').then((module) => ({ default: module.PictureCrop })))

/** Pictures in their order; they come by choosing, dropping, pasting or from the camera. */
export function PictureTray({ pictures, error }: { pictures: Pictures; error: string | undefined }) {
  const cropping = useCropping(pictures)
  const [moved, setMoved] = useState('')
  const { list, add } = pictures
  const places = placesOf(list)
  const { over, ...drop } = useDroppedFiles(add)
  usePastedFiles(add)

  function move(key: string, to: number) {
    pictures.move(key, to)
    setMoved(`Görsel ${to + 1}. sıraya taşındı.`)
  }

  return (
    <div {...drop} className={`grid gap-4 ${over ? 'outline-2 outline-ink outline-offset-8 outline-dashed' : ''}`}>
      <PictureChoosers onFiles={add} />
      <Rules />
      <ErrorLine error={error} />
      {pictures.rejected.length > 0 && <RejectedFiles pictures={pictures} />}
      <SortablePictures list={list} onMove={pictures.move}>
        {list.map((picture, index) => (
          <PictureTile
            key={picture.key}
            picture={picture}
            index={index}
            place={places[index]}
            last={list.length - 1}
            onMove={(to) => move(picture.key, to)}
            onRemove={() => pictures.remove(picture.key)}
            onRetry={() => pictures.retry(picture.key)}
            onRestore={() => pictures.restore(picture.key)}
            onCrop={() => cropping.start(picture)}
          />
        ))}
      </SortablePictures>
      {pictures.removed && <Removed pictures={pictures} removed={pictures.removed} />}
      <p role="status" className="sr-only">
        {moved}
      </p>
      <Suspense>
        {cropping.used && <PictureCrop url={cropping.url} onClose={cropping.close} onCropped={cropping.done} />}
      </Suspense>
    </div>
  )
}

/** The picture that is being cut; once used, the cutter stays. */
function useCropping(pictures: Pictures) {
  const [cropped, setCropped] = useState<{ key: string; url: string }>()
  const [used, setUsed] = useState(false)
  const close = () => setCropped(undefined)
  return {
    used,
    url: cropped?.url,
    start(picture: Picture) {
      if (picture.state !== 'stored') return
      setUsed(true)
      setCropped({ key: picture.key, url: largeUrl(picture.whole ?? picture.stored) })
    },
    done(file: File) {
      if (cropped) pictures.replace(cropped.key, file)
      close()
    },
    close,
  }
}

function Rules() {
  return (
    <p className="text-muted text-sm">
      <span className="pointer-coarse:hidden">Görselleri buraya sürükleyebilir veya panodan yapıştırabilirsiniz. </span>
      <span className="hidden pointer-coarse:inline">Basılı tutup sürükleyerek sıralayabilirsiniz. </span>
      İlk görsel ana görseldir. En çok {mostPictures} görsel, her biri en fazla 10 MB.
    </p>
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
