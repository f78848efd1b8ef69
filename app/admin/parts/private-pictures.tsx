import { useState } from 'react'
import { useFileAddress } from '#app/browser/use-loaded.ts'
import { Notice } from '#app/ui/notice.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'

type PrivatePicturesProps = {
  images: { id: string }[]
  /** The call of the panel that they are under: '/returns/images'. */
  under: string
  /** While they are small. */
  width: string
}

/** Pictures that customers sent, fetched with the token: no address of them is public. Pressed, one is as wide as the sheet. */
export function PrivatePictures({ images, under, width }: PrivatePicturesProps) {
  if (images.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-3">
      {images.map(({ id }, index) => (
        <li key={id}>
          <PrivatePicture path={`${under}/${id}`} label={`${index + 1}. görsel`} width={width} />
        </li>
      ))}
    </ul>
  )
}

function PrivatePicture({ path, label, width }: { path: string; label: string; width: string }) {
  const [large, setLarge] = useState(false)
  const { address, failed } = useFileAddress(path)
  if (failed) return <Notice tone="bad">Görsel alınamadı.</Notice>
  if (!address) return <Skeleton className={`aspect-4/5 ${width}`} />
  return (
    <button type="button" aria-expanded={large} onClick={() => setLarge(!large)}>
      <img
        src={address}
        alt={`${label}${large ? '' : ', büyütmek için basın'}`}
        className={large ? 'w-full rounded-xs' : `aspect-4/5 ${width} rounded-xs object-cover`}
      />
    </button>
  )
}
