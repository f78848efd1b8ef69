import { type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Icon, type IconName } from '#app/ui/icon.tsx'
import { Picture } from '#app/ui/picture.tsx'
import type { Image } from '#shop/media/images.ts'

type ZoomProps = { images: Image[]; name: string; fallback: IconName; first: number; onClose: (last: number) => void }

type View = { scale: number; x: number; y: number }

const whole: View = { scale: 1, x: 0, y: 0 }
const closest = 4
const close = 2.5
/** A finger that moved this far wants the next picture. */
const swipe = 50
/** Two taps within this many milliseconds are one wish. */
const doubleTap = 300

/** The pictures over the whole screen: pinched, turned by wheel or tapped twice to come closer, and then dragged. */
export function Zoom({ images, name, fallback, first, onClose }: ZoomProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const view = useRef(whole)
  const pointers = useRef(new Map<number, { x: number; y: number }>())
  const began = useRef({ x: 0, y: 0, moved: false })
  const lastTap = useRef(0)
  const [current, setCurrent] = useState(first)
  const [near, setNear] = useState(false)

  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    element?.focus()
    document.documentElement.classList.add('overflow-hidden')
    return () => {
      element?.close()
      document.documentElement.classList.remove('overflow-hidden')
    }
  }, [])

  function show(next: View) {
    const box = stage.current?.getBoundingClientRect()
    const scale = Math.min(Math.max(next.scale, 1), closest)
    // The picture's edge never leaves the screen's.
    const limit = (size: number) => ((scale - 1) * size) / 2
    const within = (value: number, most: number) => Math.min(Math.max(value, -most), most)
    const x = within(next.x, limit(box?.width ?? 0))
    const y = within(next.y, limit(box?.height ?? 0))
    view.current = { scale, x, y }
    const picture = stage.current?.firstElementChild
    if (picture instanceof HTMLElement) picture.style.transform = `translate(${x}px, ${y}px) scale(${scale})`
    setNear(scale > 1)
  }

  /** Comes closer, or goes back, so that what is under the point stays there. */
  function zoomTo(scale: number, point?: { x: number; y: number }) {
    const box = stage.current?.getBoundingClientRect()
    if (!box) return
    const from = view.current
    const to = Math.min(Math.max(scale, 1), closest)
    const px = (point?.x ?? box.x + box.width / 2) - box.x - box.width / 2
    const py = (point?.y ?? box.y + box.height / 2) - box.y - box.height / 2
    show({ scale: to, x: px - ((px - from.x) * to) / from.scale, y: py - ((py - from.y) * to) / from.scale })
  }

  function turn(step: number) {
    const next = current + step
    if (next < 0 || next >= images.length) return
    show(whole)
    setCurrent(next)
  }

  const wheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault()
    zoomTo(view.current.scale * Math.exp(-event.deltaY / 300), { x: event.clientX, y: event.clientY })
  })
  useEffect(() => {
    // The browser would take a wheel it may scroll with for its own.
    const element = stage.current
    element?.addEventListener('wheel', wheel, { passive: false })
    return () => element?.removeEventListener('wheel', wheel)
  }, [])

  function press(event: PointerEvent<HTMLDivElement>) {
    event.currentTarget.setPointerCapture(event.pointerId)
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    if (pointers.current.size === 1) began.current = { x: event.clientX, y: event.clientY, moved: false }
    else began.current.moved = true
  }

  function move(event: PointerEvent<HTMLDivElement>) {
    const before = pointers.current.get(event.pointerId)
    if (!before) return
    const now = { x: event.clientX, y: event.clientY }
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
    pointers.current.set(event.pointerId, now)
    if (Math.hypot(now.x - began.current.x, now.y - began.current.y) > 8) began.current.moved = true
    if (other) {
      const factor = Math.hypot(now.x - other.x, now.y - other.y) / Math.hypot(before.x - other.x, before.y - other.y)
      zoomTo(view.current.scale * factor, { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 })
    } else if (view.current.scale > 1) {
      const { scale, x, y } = view.current
      show({ scale, x: x + now.x - before.x, y: y + now.y - before.y })
    }
  }

  function release(event: PointerEvent<HTMLDivElement>) {
    const alone = pointers.current.size === 1
    if (!pointers.current.delete(event.pointerId) || !alone || event.type === 'pointercancel') return
    const moved = event.clientX - began.current.x
    if (!began.current.moved) {
      const twice = event.timeStamp - lastTap.current < doubleTap
      lastTap.current = twice ? 0 : event.timeStamp
      if (twice) zoomTo(view.current.scale > 1 ? 1 : close, { x: event.clientX, y: event.clientY })
    } else if (view.current.scale === 1 && Math.abs(moved) >= swipe) turn(moved < 0 ? 1 : -1)
  }

  return (
    <dialog
      ref={dialog}
      aria-label={`${name}, büyük görseller`}
      tabIndex={-1}
      onClose={() => onClose(current)}
      onKeyDown={(event) => {
        const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
        if (step) turn(step)
        else if (event.key === '+') zoomTo(view.current.scale * 1.5)
        else if (event.key === '-') zoomTo(view.current.scale / 1.5)
        else return
        event.preventDefault()
      }}
      className="m-0 size-full max-h-none max-w-none animate-arrive overflow-hidden bg-paper p-0 text-ink outline-none"
    >
      <div
        ref={stage}
        onPointerDown={press}
        onPointerMove={move}
        onPointerUp={release}
        onPointerCancel={release}
        className={`absolute inset-0 touch-none select-none ${near ? 'cursor-grab active:cursor-grabbing' : 'cursor-zoom-in'}`}
      >
        <div className="size-full">
          <Picture
            key={images[current]?.id}
            image={images[current]}
            alt={`${name}, ${current + 1}. görsel`}
            sizes="150vw"
            priority
            fallback={fallback}
            className="size-full object-contain"
          />
        </div>
      </div>
      <Control name="Kapat" icon="close" onClick={() => dialog.current?.close()} className="top-3 right-3" />
      {images.length > 1 && (
        <>
          <Control
            name="Önceki görsel"
            icon="back"
            disabled={current === 0}
            onClick={() => turn(-1)}
            className="top-1/2 left-3 -translate-y-1/2"
          />
          <Control
            name="Sonraki görsel"
            icon="next"
            disabled={current === images.length - 1}
            onClick={() => turn(1)}
            className="top-1/2 right-3 -translate-y-1/2"
          />
        </>
      )}
      <div className="absolute bottom-4 left-1/2 flex -translate-x-1/2 items-center rounded-full bg-surface px-2 shadow-2xl">
        <Control name="Uzaklaştır" icon="minus" disabled={!near} onClick={() => zoomTo(view.current.scale / 1.5)} />
        <p role="status" className="min-w-14 text-center text-sm tabular-nums">
          <span aria-hidden="true">
            {current + 1} / {images.length}
          </span>
          <span className="sr-only">
            {images.length} görselden {current + 1}. görsel
          </span>
        </p>
        <Control name="Yakınlaştır" icon="plus" onClick={() => zoomTo(view.current.scale * 1.5)} />
      </div>
    </dialog>
  )
}

type ControlProps = { name: string; icon: IconName; disabled?: boolean; onClick: () => void; className?: string }

function Control({ name, icon, disabled = false, onClick, className }: ControlProps) {
  return (
    <button
      type="button"
      aria-label={name}
      aria-disabled={disabled}
      onClick={() => !disabled && onClick()}
      className={`grid size-11 place-items-center rounded-full aria-disabled:text-edge ${className ? `absolute bg-surface shadow-2xl ${className}` : ''}`}
    >
      <Icon name={icon} />
    </button>
  )
}
