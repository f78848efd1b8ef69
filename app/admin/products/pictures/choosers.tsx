import { useId } from 'react'
import { buttonClass } from '#app/ui/button.tsx'
import { acceptedImages } from '#shop/media/contract.ts'

/** Files from the device and, where there is one, the camera. */
export function PictureChoosers({ onFiles }: { onFiles: (files: File[]) => void }) {
  const ids = useId()
  return (
    <div className="relative flex flex-wrap gap-2">
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
