import { type ChangeEvent, useState } from 'react'
import type { Answer } from '#api/wire/calls.ts'
import { api } from '#app/browser/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useSubmit } from '#app/ui/use-submit.ts'
import { mostImages } from '#shop/returns/kinds.ts'
import { shrunk } from '../shrink-picture.ts'

type ReturnPicturesProps = { images: string[]; onChange: (ids: string[]) => void }

/** Up to four pictures of what is wrong; only she and the shop see them. */
export function ReturnPictures({ images, onChange }: ReturnPicturesProps) {
  const [shown, setShown] = useState<Record<string, string>>({})
  const { busy, bad, submit } = useSubmit({ failure: 'Görsel eklenemedi. Lütfen tekrar deneyin.' })

  function add({ target }: ChangeEvent<HTMLInputElement>) {
    const files = [...(target.files ?? [])].slice(0, mostImages - images.length)
    target.value = ''
    submit(async () => {
      let added = images
      for (const file of files) {
        const small = await shrunk(file)
        const form = new FormData()
        form.append('file', small, 'iade.jpg')
        const { data } = (await api.call('POST', '/returns/images', form)) as Answer<'POST /returns/images'>
        added = [...added, data.id]
        onChange(added)
        setShown((shown) => ({ ...shown, [data.id]: URL.createObjectURL(small) }))
      }
    })
  }

  return (
    <div className="grid gap-3">
      <p className="font-medium text-sm">
        Görseller <span className="font-normal text-muted">(isteğe bağlı, en çok {mostImages})</span>
      </p>
      {images.length > 0 && (
        <ul className="flex flex-wrap gap-3">
          {images.map((id, index) => (
            <li key={id} className="grid justify-items-center">
              <img src={shown[id]} alt={`${index + 1}. görsel`} className="aspect-4/5 w-16 rounded-xs object-cover" />
              <Button look="quiet" size="small" onClick={() => onChange(images.filter((other) => other !== id))}>
                Kaldır<span className="sr-only">: {index + 1}. görsel</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {images.length < mostImages && (
        <label className="relative justify-self-start text-sm">
          <span className="inline-flex min-h-11 cursor-pointer items-center underline decoration-line underline-offset-4 hover:decoration-ink">
            {busy ? 'Ekleniyor…' : 'Görsel ekle'}
          </span>
          <input
            type="file"
            accept="image/*"
            multiple
            disabled={busy}
            onChange={add}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
        </label>
      )}
      {bad && <Notice tone="bad">{bad}</Notice>}
    </div>
  )
}
