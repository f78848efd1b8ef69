import { Icon, type IconName } from './icon.tsx'
import { useTries } from './picture.tsx'

type ThumbnailProps = {
  /** As the API gives it. */
  address: string | null | undefined
  alt?: string
  /** The drawing in its place when there is no picture or it does not load. */
  fallback?: IconName
  className?: string
  /** The pixels of its file, at most. */
  width?: 320 | 640
  /** In a long list: loaded when it comes near. */
  lazy?: boolean
}

/** A small picture, where only its address is known. */
export function Thumbnail({
  address,
  alt = '',
  fallback = 'hanger',
  className = '',
  width = 320,
  lazy = false,
}: ThumbnailProps) {
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
  return (
    <img
      src={atMost(width, address)}
      alt={alt}
      loading={lazy ? 'lazy' : undefined}
      onError={fail}
      className={`bg-line object-cover ${className}`}
    />
  )
}

/** The address of the same picture at most so many pixels wide. */
function atMost(most: number, address: string): string {
  return address.replace(/^(\/media\/.+)-(\d+)\.webp$/, (all, start, width) =>
    Number(width) > most ? `${start}-${most}.webp` : all,
  )
}
