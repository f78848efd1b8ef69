import { useId, useState } from 'react'
import { buttonClass } from '#app/ui/button.tsx'
import { acceptedImages } from '#shop/media/contract.ts'
import type { Image } from '#shop/media/images.ts'
import { uploadPicture } from './upload.ts'

/** Uploads one picture at a time; `bad` says why the last one is not there. */
export function useOnePicture(onImage: (image: Image) => void) {
  const [bad, setBad] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function upload(chosen: File | undefined) {
    if (!chosen) return
    setBusy(true)
    setBad(undefined)
    try {
      onImage(await uploadPicture(chosen, { onProgress: () => {}, signal: new AbortController().signal }))
    } catch (error) {
      setBad(error instanceof Error ? error.message : 'Görsel yüklenemedi')
    }
    setBusy(false)
  }

  return { bad, busy, upload }
}

type OnePictureProps = { label: string; busy: boolean; onFile: (file: File | undefined) => void }

/** A button that asks for the file of one picture. */
export function OnePicture({ label, busy, onFile }: OnePictureProps) {
  const file = useId()
  return (
    <>
      <input
        id={file}
        type="file"
        accept={acceptedImages}
        disabled={busy}
        className="peer sr-only"
        onChange={({ target }) => {
          onFile(target.files?.[0])
          target.value = ''
        }}
      />
      <label
        htmlFor={file}
        className={buttonClass(
          'secondary',
          'px-3! peer-focus-visible:outline-2 peer-focus-visible:outline-ink peer-focus-visible:outline-offset-2',
          'small',
        )}
      >
        {busy ? 'Yükleniyor…' : label}
      </label>
    </>
  )
}
