import { type ChangeEvent, type ReactNode, useState } from 'react'
import type { Answer } from '#api/wire/calls.ts'
import { api } from '#app/browser/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useSubmit } from '#app/ui/use-submit.ts'
import { shrunk } from './shrink-picture.ts'

type PicturesOptions = { to: '/returns/images' | '/reviews/images'; first?: string[]; failure: string }

/** The pictures of a form, by id. Each is sent once it is chosen; the form must not go before `busy` is over. */
export function usePictures({ to, first = [], failure }: PicturesOptions) {
  const [images, setImages] = useState(first)
  const [addresses, setAddresses] = useState<Record<string, string>>({})
  const { busy, bad, submit } = useSubmit({ failure })

  function add(files: File[]) {
    submit(async () => {
      for (const file of files) {
        const small = await shrunk(file)
        const form = new FormData()
        form.append('file', small, 'gorsel.jpg')
        const { data } = (await api.call('POST', to, form)) as Answer<'POST /returns/images'>
        setAddresses((addresses) => ({ ...addresses, [data.id]: URL.createObjectURL(small) }))
        // She may have taken another one away meanwhile.
        setImages((images) => [...images, data.id])
      }
    })
  }

  const remove = (id: string) => setImages((images) => images.filter((other) => other !== id))
  return { images, addresses, busy, bad, add, remove }
}

type PicturesProps = {
  pictures: ReturnType<typeof usePictures>
  most: number
  hint?: string
  /** Draws one; without it, as it was chosen. */
  draw?: (id: string, alt: string) => ReactNode
}

/** Up to so many pictures. One that cannot be sent is told, and what was written stays. */
export function Pictures({ pictures: { images, addresses, busy, bad, add, remove }, most, hint, draw }: PicturesProps) {
  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    add([...(target.files ?? [])].slice(0, most - images.length))
    target.value = ''
  }

  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="font-medium text-sm">
        Görseller <span className="font-normal text-muted">(isteğe bağlı, en çok {most})</span>
      </p>
      {images.length > 0 && (
        <ul className="flex flex-wrap gap-3">
          {images.map((id, index) => (
            <li key={id} className="grid justify-items-center">
              {draw?.(id, `${index + 1}. görsel`) ?? (
                <img
                  src={addresses[id]}
                  alt={`${index + 1}. görsel`}
                  className="aspect-4/5 w-16 rounded-xs object-cover"
                />
              )}
              <Button look="quiet" size="small" onClick={() => remove(id)}>
                Kaldır<span className="sr-only">: {index + 1}. görsel</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {images.length < most && (
        <label className="relative justify-self-start text-sm">
          <span className="inline-flex min-h-11 cursor-pointer items-center underline decoration-line underline-offset-4 hover:decoration-ink">
            {busy ? 'Ekleniyor…' : 'Görsel ekle'}
          </span>
          <input
            type="file"
            accept="image/*"
            multiple
            disabled={busy}
            onChange={choose}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
        </label>
      )}
      {hint && <p className="text-muted text-sm">{hint}</p>}
      {bad && <Notice tone="bad">{bad}</Notice>}
    </div>
  )
}
