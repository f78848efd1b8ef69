import { Icon, type IconName } from './icon.tsx'
import { useTries } from './picture.tsx'

type ThumbnailProps = {
  /** As the API gives it. */
  address: string | null | undefined
  alt?: string
  /** The drawing in its place when there is no picture or it does not load. */
  fallback?: IconName
  className?: string
}

/** A small picture, where only its address is known. */
export function Thumbnail({ address, alt = '', fallback = 'hanger', className = '' }: ThumbnailProps) {
  const { failed, fail } = useTries()
  if (!address || failed) {
    return (
      <span
        {...(alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt })}
        className={`grid place-items-center bg-line text-muted ${className}`}
      >
        <Icon name={fallback} size={28} />
      </span>
    )
  }
  return <img src={smallest(address)} alt={alt} onError={fail} className={`bg-line object-cover ${className}`} />
}

/** The address of the same picture at most 320 pixels wide. */
function smallest(address: string): string {
  return address.replace(/^(\/media\/.+)-(\d+)\.webp$/, (all, start, width) =>
    Number(width) > 320 ? `${start}-320.webp` : all,
  )
}
