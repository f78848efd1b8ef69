import { Icon, type IconName } from './icon.tsx'
import { filesFor, useTries } from './picture.tsx'

type ThumbnailProps = {
  /** As the API gives it. */
  address: string | null | undefined
  alt?: string
  /** The drawing in its place when there is no picture or it does not load. */
  fallback?: IconName
  className?: string
  /** How wide it is drawn: pixels, or as in the `sizes` attribute. */
  sizes?: number | string
  /** In a long list: loaded when it comes near. */
  lazy?: boolean
}

/** A small picture, where only its address is known. */
export function Thumbnail({
  address,
  alt = '',
  fallback = 'hanger',
  className = '',
  sizes: drawn = 64,
  lazy = false,
}: ThumbnailProps) {
  const { failed, fail } = useTries()
  const [, id, width] = /(\w{32})-(\d+)\.webp$/.exec(address ?? '') ?? []
  if (!address || !id || failed) {
    return (
      <span
        {...(alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt })}
        className={`grid place-items-center bg-line text-muted ${className}`}
      >
        <Icon name={fallback} size={28} />
      </span>
    )
  }
  const { setOf, sizes } = filesFor({ id, width: Number(width) }, drawn)
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={setOf('avif')} sizes={sizes} />
      <img
        src={address}
        srcSet={setOf('webp')}
        sizes={sizes}
        alt={alt}
        loading={lazy ? 'lazy' : undefined}
        onError={fail}
        className={`bg-line object-cover ${className}`}
      />
    </picture>
  )
}
