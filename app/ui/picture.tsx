import { useCallback, useEffect, useState } from 'react'
import type { Image } from '#shop/media/images.ts'
import { type ImageFormat, imageUrl, widthsOf } from '#shop/media/urls.ts'
import { seconds } from '#shop/time.ts'
import { Icon, type IconName } from './icon.tsx'

type PictureProps = {
  image: Image | undefined
  alt: string
  /** How wide it is drawn: pixels, or as in the `sizes` attribute. */
  sizes: number | string
  /** The narrowest file that the page names; where it is drawn in pixels, any. */
  least?: number
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
  const { image, alt, priority = false, className = '', until, fallback = 'hanger' } = props
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
  const { setOf, sizes } = filesFor(image, props.sizes, props.least)
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={setOf('avif')} sizes={sizes} />
      <img
        src={imageUrl(image.id, Math.min(640, image.width), 'webp')}
        srcSet={setOf('webp')}
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

/**
 * The `srcset` and `sizes` of a picture: its files from `least` pixels on, or, for a place `drawn` that many pixels wide, those that
 * a screen of up to three pixels for one needs; each file is at most half as wide again as the one before.
 */
export function filesFor({ id, width }: Pick<Image, 'id' | 'width'>, drawn: number | string, least = 320) {
  const fixed = typeof drawn === 'number'
  const widths = widthsOf(width).filter((each) => (fixed ? each < drawn * 5 : each >= least || each === width))
  const setOf = (format: ImageFormat) => widths.map((each) => `${imageUrl(id, each, format)} ${each}w`).join()
  return { setOf, sizes: `${drawn}${fixed ? 'px' : ''}` }
}
