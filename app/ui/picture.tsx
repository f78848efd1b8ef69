import { useCallback, useEffect, useState } from 'react'
import type { Image } from '#shop/media/images.ts'
import { type ImageFormat, imageUrl, widthsOf } from '#shop/media/urls.ts'
import { seconds } from '#shop/time.ts'
import { Icon, type IconName } from './icon.tsx'

type PictureProps = {
  image: Image | undefined
  alt: string
  /** How wide it is drawn, as in the `sizes` attribute. */
  sizes: string
  /** For the one or two pictures that are seen first. */
  priority?: boolean
  className?: string
  /** The address of the same picture in a file that is here already: it is seen until this one is. */
  until?: string | undefined
  /** The drawing in its place when there is no picture or it does not load. */
  fallback?: IconName
}

/** A picture in every width, as AVIF where the browser takes it; its own color stands in until it arrives. */
export function Picture(props: PictureProps) {
  const { image, alt, sizes, priority = false, className = '', until, fallback = 'hanger' } = props
  const { failed, fail, failedBefore } = useTries()
  if (!image || failed) {
    return (
      <span
        {...(alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt })}
        className={`flex items-center justify-center bg-line text-muted ${className}`}
      >
        <Icon name={fallback} size={40} />
      </span>
    )
  }
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={sourceSet(image, 'avif')} sizes={sizes} />
      <img
        src={imageUrl(image.id, middleWidth(image), 'webp')}
        srcSet={sourceSet(image, 'webp')}
        sizes={sizes}
        width={image.width}
        height={image.height}
        alt={alt}
        data-tone={image.tone || undefined}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : undefined}
        decoding={priority ? 'sync' : 'async'}
        draggable={false}
        style={until ? { backgroundImage: `url(${until})`, backgroundSize: 'cover' } : undefined}
        className={className}
        ref={failedBefore}
        onError={fail}
      />
    </picture>
  )
}

/** How often a picture that did not come is asked for again by itself: the last time four minutes after the first. */
const atMost = 7

/** A picture fails when the server is busy or the line is gone: it is asked for again ever more rarely, and once there is a line. */
export function useTries() {
  const [{ failed, failures }, setState] = useState({ failed: false, failures: 0 })
  useEffect(() => {
    if (!failed) return
    const again = () => setState({ failed: false, failures })
    const timer = failures > atMost ? undefined : setTimeout(again, seconds(2 ** failures))
    addEventListener('online', again)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', again)
    }
  }, [failed, failures])
  const fail = useCallback(() => setState(({ failures }) => ({ failed: true, failures: failures + 1 })), [])
  // A picture can fail before the page's script runs; then its error event is long gone. Asked once, and of a window that
  // has a width: in one without, `sizes` makes the width of every picture 0.
  const failedBefore = useCallback(
    (element: HTMLImageElement | null) => {
      if (innerWidth && element?.complete && element.currentSrc && !element.naturalWidth) fail()
    },
    [fail],
  )
  return { failed, fail, failedBefore }
}

export function sourceSet(image: Image, format: ImageFormat): string {
  return widthsOf(image.width)
    .map((width) => `${imageUrl(image.id, width, format)} ${width}w`)
    .join(', ')
}

function middleWidth(image: Image): number {
  const widths = widthsOf(image.width)
  return widths.find((width) => width >= 640) ?? widths.at(-1) ?? image.width
}
