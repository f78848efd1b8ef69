import { useId, useState } from 'react'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { acceptedImages } from '#shop/media/contract.ts'
import type { Image } from '#shop/media/images.ts'
import { smallUrl } from '../products/picture-urls.ts'
import { uploadPicture } from '../products/pictures/upload.ts'

/** A picture of the whole look; without one the pieces' own stand for it. */
export function LookPicture({ image, onChange }: { image: Image | null; onChange: (image: Image | null) => void }) {
  const file = useId()
  const [bad, setBad] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function upload(chosen: File | undefined) {
    if (!chosen) return
    setBusy(true)
    setBad(undefined)
    try {
      onChange(await uploadPicture(chosen, { onProgress: () => {}, signal: new AbortController().signal }))
    } catch (error) {
      setBad(error instanceof Error ? error.message : 'Görsel yüklenemedi')
    }
    setBusy(false)
  }

  return (
    <div className="grid gap-2">
      <p className="font-medium text-sm">
        Görsel <span className="font-normal text-muted">(isteğe bağlı)</span>
      </p>
      {bad && <Notice tone="bad">{bad}</Notice>}
      <div className="relative flex flex-wrap items-center gap-3">
        {image && <img src={smallUrl(image)} alt="" className="aspect-4/5 w-20 rounded-xs object-cover" />}
        <input
          id={file}
          type="file"
          accept={acceptedImages}
          disabled={busy}
          className="peer sr-only"
          onChange={({ target }) => {
            void upload(target.files?.[0])
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
          {busy ? 'Yükleniyor…' : image ? 'Görseli değiştir' : 'Görsel ekle'}
        </label>
        {image && (
          <Button look="quiet" size="small" onClick={() => onChange(null)}>
            Görseli kaldır
          </Button>
        )}
      </div>
      <p className="text-muted text-sm">
        Parçaların birlikte göründüğü dikey bir fotoğraf; yoksa parçaların kendisi görünür.
      </p>
    </div>
  )
}
