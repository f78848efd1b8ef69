import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { Image } from '#shop/media/images.ts'
import { smallUrl } from '../products/picture-urls.ts'
import { OnePicture, useOnePicture } from '../products/pictures/one-picture.tsx'

/** A picture of the whole look; without one the pieces' own stand for it. */
export function LookPicture({ image, onChange }: { image: Image | null; onChange: (image: Image | null) => void }) {
  const { bad, busy, upload } = useOnePicture(onChange)

  return (
    <div className="grid gap-2">
      <p className="font-medium text-sm">
        Görsel <span className="font-normal text-muted">(isteğe bağlı)</span>
      </p>
      {bad && <Notice tone="bad">{bad}</Notice>}
      <div className="relative flex flex-wrap items-center gap-3">
        {image && <img src={smallUrl(image)} alt="" className="aspect-4/5 w-20 rounded-xs object-cover" />}
        <OnePicture label={image ? 'Görseli değiştir' : 'Görsel ekle'} busy={busy} onFile={upload} />
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
