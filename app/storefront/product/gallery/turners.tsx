import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { repeatPress } from '#app/browser/touched.ts'
import { Icon } from '#app/ui/icon.tsx'
import type { Image } from '#shop/media/images.ts'

/** A finger that moved this many pixels sideways wants the next picture. */
const swipe = 50
/** After so many pixels it is clear whether a finger goes sideways or scrolls the page. */
const clear = 10

export type TurnersProps = { list: RefObject<HTMLUListElement | null>; images: Image[] }

/** For a phone, where the list scrolls from picture to picture: the arrows, a dot for each picture, and swiping. */
export function Turners({ list, images }: TurnersProps) {
  const part = useRef<HTMLDivElement>(null)
  const { current, show } = useStrip(list)
  useEffect(() => {
    if (part.current) repeatPress(part.current)
  }, [])
  return (
    <div ref={part} className="md:hidden">
      <Arrow name="Önceki görsel" side="left-2" disabled={current === 0} onClick={() => show(current - 1)} />
      <Arrow
        name="Sonraki görsel"
        side="right-2 rotate-180"
        disabled={current === images.length - 1}
        onClick={() => show(current + 1)}
      />
      <p className="absolute bottom-4 left-1/2 flex -translate-x-1/2 gap-2 rounded-full bg-paper p-1.5">
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
    </div>
  )
}

type ArrowProps = { name: string; side: string; disabled: boolean; onClick: () => void }

function Arrow({ name, side, disabled, onClick }: ArrowProps) {
  return (
    <button
      type="button"
      aria-label={name}
      aria-disabled={disabled}
      onClick={onClick}
      className={`disc absolute top-1/2 -translate-y-1/2 transition-opacity aria-disabled:opacity-0 noscript:hidden ${side}`}
    >
      <Icon name="back" size={18} />
    </button>
  )
}

/** Which picture of the strip is in view, and the way to another. */
function useStrip(list: RefObject<HTMLUListElement | null>) {
  const [current, setCurrent] = useState(0)

  function show(index: number) {
    const strip = list.current
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    strip?.scrollTo({ left: index * strip.clientWidth, behavior: still ? 'instant' : 'smooth' })
  }

  const turn = useEffectEvent(show)
  useEffect(() => {
    const strip = list.current
    if (!strip) return
    const stopped = new AbortController()
    const options = { passive: true, signal: stopped.signal }
    const inView = () => Math.round(strip.scrollLeft / strip.clientWidth)
    setCurrent(inView())
    strip.addEventListener('scroll', () => setCurrent(inView()), options)
    followFinger(strip, options, (step, from) => turn(from + step), inView)
    return () => stopped.abort()
  }, [list])
  return { current, show }
}

/** Each swipe turns by one picture from the one at which it began, however far the finger goes. */
function followFinger(
  strip: HTMLElement,
  options: AddEventListenerOptions,
  onSwipe: (step: 1 | -1, from: number) => void,
  inView: () => number,
) {
  let began: { x: number; y: number; from: number; sideways?: boolean } | undefined
  strip.addEventListener(
    'touchstart',
    ({ touches: [finger, second] }) => {
      began = finger && !second ? { x: finger.clientX, y: finger.clientY, from: inView() } : undefined
    },
    options,
  )
  strip.addEventListener(
    'touchmove',
    ({ touches: [finger] }) => {
      if (!began || !finger || began.sideways !== undefined) return
      const x = Math.abs(finger.clientX - began.x)
      const y = Math.abs(finger.clientY - began.y)
      if (Math.max(x, y) >= clear) began.sideways = x > y
    },
    options,
  )
  strip.addEventListener(
    'touchend',
    ({ changedTouches: [finger] }) => {
      const moved = (finger?.clientX ?? 0) - (began?.x ?? 0)
      if (began?.sideways && Math.abs(moved) >= swipe) onSwipe(moved < 0 ? 1 : -1, began.from)
      began = undefined
    },
    options,
  )
}
