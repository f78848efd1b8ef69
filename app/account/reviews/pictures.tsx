import type { ChangeEvent } from 'react'
import type { Answer } from '#api/wire/calls.ts'
import { api } from '#app/browser/api-client.ts'
import { useFileAddress } from '#app/browser/use-loaded.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { useSubmit } from '#app/ui/use-submit.ts'
import { mostPictures } from '#shop/reviews/kinds.ts'
import { shrunk } from '../shrink-picture.ts'

type ReviewPicturesProps = { images: string[]; onChange: (ids: string[]) => void }

/** Up to four pictures. One that cannot be sent is told, and what was written stays. */
export function ReviewPictures({ images, onChange }: ReviewPicturesProps) {
  const { busy, bad, submit } = useSubmit({
    failure: 'Görsel eklenemedi, yorumunuz duruyor. Görseli yeniden ekleyebilir ya da görselsiz gönderebilirsiniz.',
  })

  function add({ target }: ChangeEvent<HTMLInputElement>) {
    const files = [...(target.files ?? [])].slice(0, mostPictures - images.length)
    target.value = ''
    submit(async () => {
      let added = images
      for (const file of files) {
        const form = new FormData()
        form.append('file', await shrunk(file), 'yorum.jpg')
        const { data } = (await api.call('POST', '/reviews/images', form)) as Answer<'POST /reviews/images'>
        added = [...added, data.id]
        onChange(added)
      }
    })
  }

  return (
    <div className="grid gap-3">
      <p className="font-medium text-sm">
        Görseller <span className="font-normal text-muted">(isteğe bağlı, en çok {mostPictures})</span>
      </p>
      {images.length > 0 && (
        <ul className="flex flex-wrap gap-3">
          {images.map((id, index) => (
            <li key={id} className="grid justify-items-center">
              <OwnPicture id={id} alt={`${index + 1}. görsel`} />
              <Button look="quiet" size="small" onClick={() => onChange(images.filter((other) => other !== id))}>
                Kaldır<span className="sr-only">: {index + 1}. görsel</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {images.length < mostPictures && (
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
      <p className="text-muted text-sm">
        Yorumunuzla birlikte herkese görünür; çekildiği yer gibi gizli bilgiler silinir.
      </p>
      {bad && <Notice tone="bad">{bad}</Notice>}
    </div>
  )
}

/** Fetched with her token: until the review is shown nobody else sees it. */
function OwnPicture({ id, alt }: { id: string; alt: string }) {
  const { address, failed } = useFileAddress(`/reviews/images/${id}?size=small`)
  if (failed) return <p className="text-muted text-sm">Görsel alınamadı.</p>
  if (!address) return <Skeleton className="aspect-4/5 w-16" />
  return <img src={address} alt={alt} className="aspect-4/5 w-16 rounded-xs object-cover" />
}
