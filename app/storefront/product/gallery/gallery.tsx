import { type KeyboardEvent, lazy, Suspense, type TouchEvent, type UIEvent, useRef, useState } from 'react'
import { Icon, type IconName } from '#app/ui/icon.tsx'
import { Picture } from '#app/ui/picture.tsx'
import type { Area } from '#shop/catalog/contract.ts'
import type { Image } from '#shop/media/images.ts'
import { placeholderOf } from '../../../frame/areas.ts'
import { grownPicture } from '../../listing/card-grid.tsx'

const Zoom = lazy(() => import('./zoom.tsx').then((m) => ({ default: m.Zoom })))

/** A finger that moved this many pixels wants the next picture. */
const swipe = 50

type GalleryProps = { images: Image[]; name: string; area: Area }

/** The pictures of a product, one at a time: swiped, by arrow, by key, or by their thumbnails. */
export function Gallery({ images, name, area }: GalleryProps) {
  const { current, show, strip } = useStrip(images.length)
  const [zoomed, setZoomed] = useState(false)
  const fallback = placeholderOf(area)
  // The special collection is looked at as it is.
  const zoomable = images.length > 0 && area !== 'special'
  const zoom = zoomable ? () => setZoomed(true) : undefined
  return (
    <section
      aria-label="Ürün görselleri"
      className="min-w-0 max-md:-mx-4 md:flex md:items-start md:gap-4 md:self-start"
    >
      {images.length > 1 && <Thumbnails images={images} current={current} fallback={fallback} onShow={show} />}
      <div className="relative min-w-0 md:w-[max(18rem,min(50vw-7rem,(100dvh-9rem)*0.8))]">
        <ul
          {...strip}
          // A list that scrolls is reached and turned by keyboard.
          tabIndex={images.length > 1 ? 0 : undefined}
          aria-label={images.length > 1 ? 'Görseller; sol ve sağ ok tuşlarıyla gezin' : undefined}
          onKeyDown={(event) => (event.key === 'Enter' ? zoom?.() : turnByKey(event, (step) => show(current + step)))}
          onClick={zoom}
          className={`no-scrollbar flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain md:rounded-xs ${zoomable ? 'cursor-zoom-in' : ''}`}
        >
          {(images.length > 0 ? images : [undefined]).map((image, index) => (
            <Slide key={image?.id ?? 'yok'} image={image} name={name} index={index} fallback={fallback} />
          ))}
        </ul>
        {images.length === 0 && (
          <p className="absolute inset-x-0 bottom-1/3 text-center text-muted">Görseli hazırlanıyor</p>
        )}
        {zoom && <ZoomButton onClick={zoom} />}
        {zoomed && (
          <Suspense>
            <Zoom
              images={images}
              name={name}
              fallback={fallback}
              first={current}
              onClose={(last) => {
                setZoomed(false)
                show(last, true)
              }}
            />
          </Suspense>
        )}
        {images.length > 1 && <Turners images={images} current={current} onShow={show} />}
      </div>
    </section>
  )
}

/** A row of pictures that scrolls from one to the next; `strip` is for its list. */
function useStrip(count: number) {
  const ref = useRef<HTMLUListElement>(null)
  const touched = useRef<number | undefined>(undefined)
  const [current, setCurrent] = useState(0)

  function show(index: number, instantly = false) {
    const element = ref.current
    const target = Math.min(Math.max(index, 0), count - 1)
    if (!element) return
    const still = instantly || matchMedia('(prefers-reduced-motion: reduce)').matches
    element.scrollTo({ left: target * element.clientWidth, behavior: still ? 'instant' : 'smooth' })
  }

  const strip = {
    ref,
    onScroll(event: UIEvent<HTMLUListElement>) {
      const { scrollLeft, clientWidth } = event.currentTarget
      setCurrent(Math.round(scrollLeft / clientWidth))
    },
    onTouchStart(event: TouchEvent) {
      touched.current = event.touches.length === 1 ? event.touches[0]?.clientX : undefined
    },
    onTouchEnd(event: TouchEvent) {
      const moved = (event.changedTouches[0]?.clientX ?? 0) - (touched.current ?? Number.NaN)
      if (Math.abs(moved) >= swipe) show(current + (moved < 0 ? 1 : -1))
    },
  }
  return { current, show, strip }
}

function turnByKey(event: KeyboardEvent, turn: (step: number) => void) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
  if (!step) return
  event.preventDefault()
  turn(step)
}

type SlideProps = { image: Image | undefined; name: string; index: number; fallback: IconName }

function Slide({ image, name, index, fallback }: SlideProps) {
  const [until] = useState(grownPicture)
  return (
    <li className="w-full shrink-0 snap-center">
      <Picture
        image={image}
        alt={index === 0 ? name : `${name}, ${index + 1}. görsel`}
        sizes="(min-width: 1024px) 620px, (min-width: 768px) 50vw, 100vw"
        priority={index === 0}
        until={index === 0 && until?.includes(image?.id ?? ' ') ? until : undefined}
        fallback={fallback}
        className={`aspect-4/5 w-full object-cover ${index === 0 ? 'product-picture' : ''}`}
      />
    </li>
  )
}

type TurnersProps = { images: Image[]; current: number; onShow: (index: number) => void }

function Thumbnails({ images, current, fallback, onShow }: TurnersProps & { fallback: IconName }) {
  return (
    <ul className="flex shrink-0 flex-col gap-3 max-md:hidden">
      {images.map((image, index) => (
        <li key={image.id}>
          <button
            type="button"
            aria-label={`${index + 1}. görseli göster`}
            aria-current={index === current}
            onClick={() => onShow(index)}
            className="block aspect-4/5 w-16 overflow-hidden rounded-xs border border-transparent transition-opacity aria-[current=false]:opacity-60 aria-[current=true]:border-ink hover:opacity-100 lg:w-20"
          >
            <Picture image={image} alt="" sizes="80px" fallback={fallback} className="size-full object-cover" />
          </button>
        </li>
      ))}
    </ul>
  )
}

function ZoomButton({ onClick }: { onClick: () => void }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label="Görseli büyüt"
      onClick={onClick}
      className="absolute right-2 bottom-2 grid size-11 place-items-center rounded-full bg-paper/90 hover:bg-surface md:right-3 md:bottom-3 noscript:hidden"
    >
      <Icon name="zoom" />
    </button>
  )
}

/** The arrows, and on a phone a dot for each picture. */
function Turners({ images, current, onShow }: TurnersProps) {
  return (
    <>
      <Arrow side="left" disabled={current === 0} onClick={() => onShow(current - 1)} />
      <Arrow side="right" disabled={current === images.length - 1} onClick={() => onShow(current + 1)} />
      <p className="absolute bottom-4 left-1/2 flex -translate-x-1/2 gap-2 md:hidden">
        <span className="sr-only">
          {images.length} görselden {current + 1}. görsel
        </span>
        {images.map((image, index) => (
          <span
            key={image.id}
            className={`size-2 rounded-full border border-ink ${index === current ? 'bg-ink' : ''}`}
          />
        ))}
      </p>
    </>
  )
}

function Arrow({ side, disabled, onClick }: { side: 'left' | 'right'; disabled: boolean; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={side === 'left' ? 'Önceki görsel' : 'Sonraki görsel'}
      aria-disabled={disabled}
      onClick={onClick}
      className={`absolute top-1/2 grid size-11 -translate-y-1/2 place-items-center rounded-full bg-paper/90 transition-opacity hover:bg-surface aria-disabled:opacity-0 max-md:bg-transparent ${side === 'left' ? 'left-2 md:left-3' : 'right-2 rotate-180 md:right-3'}`}
    >
      <Icon name="back" size={18} />
    </button>
  )
}
