import { type MouseEvent, Suspense, useRef, useState } from 'react'
import { lazyOnline } from '#app/browser/lazy-online.ts'
import { partOnTouch } from '#app/browser/touched.ts'
import { Icon, type IconName } from '#app/ui/icon.tsx'
import { Picture } from '#app/ui/picture.tsx'
import type { Area } from '#shop/catalog/contract.ts'
import type { Image } from '#shop/media/images.ts'
import { placeholderOf } from '../../../frame/areas.ts'
import { grownPicture } from '../../listing/card/grown-picture.ts'
import type { TurnersProps } from './turners.tsx'
import type { ZoomProps } from './zoom.tsx'

const Zoom = lazyOnline<ZoomProps>(() => import('./zoom.tsx').then((m) => ({ default: m.Zoom })))
const Turners = partOnTouch<TurnersProps>(() => import('./turners.tsx').then((m) => ({ default: m.Turners })))

type GalleryProps = { images: Image[]; name: string; area: Area }

/** The pictures of a product: two a row on a wide screen, under each other on a tablet, one at a time on a phone (product.css). */
export function Gallery({ images, name, area }: GalleryProps) {
  const list = useRef<HTMLUListElement>(null)
  /** The picture that is looked at closely. */
  const [zoomed, setZoomed] = useState<number>()
  const fallback = placeholderOf(area)
  // The special collection is looked at as it is.
  const zoomable = images.length > 0 && area !== 'special'

  /** Opens the picture that was pressed; from the button the one in view. */
  function zoom({ target }: MouseEvent) {
    const { children = [], scrollLeft = 0, clientWidth = 1 } = list.current ?? {}
    const pressed = [...children].findIndex((picture) => target instanceof Node && picture.contains(target))
    setZoomed(pressed < 0 ? Math.round(scrollLeft / clientWidth) : pressed)
  }
  function leaveZoom(last: number) {
    setZoomed(undefined)
    list.current?.children[last]?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  }

  return (
    <section aria-label="Ürün görselleri" className={`gallery gallery-${Math.min(images.length, 3)}`}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the buttons in it are what is pressed */}
      <ul
        ref={list}
        // A list that scrolls must be reachable by keyboard: through its pictures, or by itself where they cannot be pressed.
        tabIndex={images.length > 1 && !zoomable ? 0 : undefined}
        onClick={zoomable ? zoom : undefined}
        className="no-scrollbar"
      >
        {(images.length > 0 ? images : [undefined]).map((image, index) => {
          const picture = <Slide image={image} name={name} index={index} count={images.length} fallback={fallback} />
          return (
            <li key={image?.id ?? 'yok'}>
              {zoomable ? (
                <button type="button" aria-haspopup="dialog" className="block w-full cursor-zoom-in">
                  {picture}
                </button>
              ) : (
                picture
              )}
            </li>
          )
        })}
      </ul>
      {images.length === 0 && (
        <p className="absolute inset-x-0 bottom-1/3 text-center text-muted">Görseli hazırlanıyor</p>
      )}
      {images.length > 1 && <Turners list={list} images={images} />}
      {zoomable && (
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label="Görseli büyüt"
          onClick={zoom}
          className="gallery-zoom disc noscript:hidden"
        >
          <Icon name="zoom" />
        </button>
      )}
      {zoomed !== undefined && (
        <Suspense>
          <Zoom images={images} name={name} fallback={fallback} first={zoomed} onClose={leaveZoom} />
        </Suspense>
      )}
    </section>
  )
}

type SlideProps = { image: Image | undefined; name: string; index: number; count: number; fallback: IconName }

function Slide({ image, name, index, count, fallback }: SlideProps) {
  // As product.css lays them out: the last of an odd number over the whole width, a single one as high as the screen.
  const wide = count < 2 ? '620px' : count % 2 === 1 && index === count - 1 ? '830px' : '410px'
  const [until] = useState(grownPicture)
  return (
    <Picture
      image={image}
      alt={index === 0 ? name : `${name}, ${index + 1}. görsel`}
      sizes={`(min-width: 1024px) ${wide}, (min-width: 768px) 50vw, 100vw`}
      priority={index === 0}
      until={index === 0 && until?.includes(image?.id ?? ' ') ? until : undefined}
      fallback={fallback}
      className={`aspect-4/5 w-full object-cover ${index === 0 ? 'product-picture' : ''}`}
    />
  )
}
