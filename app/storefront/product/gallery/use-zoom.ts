import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'

type Point = { x: number; y: number }
type View = { scale: number; x: number; y: number }

const whole: View = { scale: 1, x: 0, y: 0 }
const closest = 4
const close = 2.5
/** A finger that moved this many pixels wants the next picture. */
const swipe = 50
/** Two taps within this many milliseconds are one wish. */
const doubleTap = 300

/** How close a picture is looked at: `stage` is where it is pinched, dragged and turned by wheel; its first child moves. */
export function useZoom(onSwipe: (step: number) => void) {
  const stage = useRef<HTMLDivElement>(null)
  const view = useRef(whole)
  const [near, setNear] = useState(false)

  function show(next: View) {
    const box = stage.current?.getBoundingClientRect()
    view.current = withinEdges(next, box?.width ?? 0, box?.height ?? 0)
    const { scale, x, y } = view.current
    const picture = stage.current?.firstElementChild
    if (picture instanceof HTMLElement) picture.style.transform = `translate(${x}px, ${y}px) scale(${scale})`
    setNear(scale > 1)
  }

  /** Comes closer, or goes back, so that what is under the point stays there. */
  function zoomBy(factor: number, point?: Point) {
    const box = stage.current?.getBoundingClientRect()
    if (!box) return
    const from = view.current
    const to = Math.min(Math.max(from.scale * factor, 1), closest)
    const px = (point?.x ?? box.x + box.width / 2) - box.x - box.width / 2
    const py = (point?.y ?? box.y + box.height / 2) - box.y - box.height / 2
    show({ scale: to, x: px - ((px - from.x) * to) / from.scale, y: py - ((py - from.y) * to) / from.scale })
  }

  useWheel(stage, (event) => zoomBy(Math.exp(-event.deltaY / 300), { x: event.clientX, y: event.clientY }))
  const touch = useTouch({
    onPinch: zoomBy,
    onDrag(x, y) {
      if (view.current.scale > 1) show({ ...view.current, x: view.current.x + x, y: view.current.y + y })
    },
    onSwipe: (step) => view.current.scale === 1 && onSwipe(step),
    onDoubleTap: (point) => zoomBy(view.current.scale > 1 ? 1 / view.current.scale : close, point),
  })

  return { near, zoomBy, reset: () => show(whole), stage: { ref: stage, ...touch } }
}

/** The picture's edge never leaves the screen's. */
function withinEdges({ scale: wanted, x, y }: View, width: number, height: number): View {
  const scale = Math.min(Math.max(wanted, 1), closest)
  const within = (value: number, size: number) => {
    const limit = ((scale - 1) * size) / 2
    return Math.min(Math.max(value, -limit), limit)
  }
  return { scale, x: within(x, width), y: within(y, height) }
}

function useWheel(stage: RefObject<HTMLElement | null>, onWheel: (event: WheelEvent) => void) {
  const wheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault()
    onWheel(event)
  })
  useEffect(() => {
    // Not React's listener: a passive one could not keep the browser from scrolling.
    const element = stage.current
    element?.addEventListener('wheel', wheel, { passive: false })
    return () => element?.removeEventListener('wheel', wheel)
  }, [stage])
}

type Touch = {
  /** By how much, and around which point of the screen. */
  onPinch: (factor: number, middle: Point) => void
  onDrag: (x: number, y: number) => void
  /** To the next picture (1) or the one before (-1). */
  onSwipe: (step: 1 | -1) => void
  onDoubleTap: (point: Point) => void
}

/** The gestures of one finger, of two, or of the mouse. */
function useTouch({ onPinch, onDrag, onSwipe, onDoubleTap }: Touch) {
  const pointers = useRef(new Map<number, Point>())
  const began = useRef({ x: 0, y: 0, moved: false })
  const lastTap = useRef(0)

  function press(event: PointerEvent<HTMLDivElement>) {
    event.currentTarget.setPointerCapture(event.pointerId)
    pointers.current.set(event.pointerId, pointOf(event))
    if (pointers.current.size === 1) began.current = { ...pointOf(event), moved: false }
    else began.current.moved = true
  }

  function move(event: PointerEvent<HTMLDivElement>) {
    const before = pointers.current.get(event.pointerId)
    if (!before) return
    const now = pointOf(event)
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
    pointers.current.set(event.pointerId, now)
    if (distance(now, began.current) > 8) began.current.moved = true
    if (!other) return onDrag(now.x - before.x, now.y - before.y)
    onPinch(distance(now, other) / distance(before, other), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 })
  }

  function release(event: PointerEvent<HTMLDivElement>) {
    const alone = pointers.current.size === 1
    if (!pointers.current.delete(event.pointerId) || !alone || event.type === 'pointercancel') return
    const moved = event.clientX - began.current.x
    if (began.current.moved) {
      if (Math.abs(moved) >= swipe) onSwipe(moved < 0 ? 1 : -1)
      return
    }
    const twice = event.timeStamp - lastTap.current < doubleTap
    lastTap.current = twice ? 0 : event.timeStamp
    if (twice) onDoubleTap(pointOf(event))
  }

  return { onPointerDown: press, onPointerMove: move, onPointerUp: release, onPointerCancel: release }
}

function pointOf(event: PointerEvent): Point {
  return { x: event.clientX, y: event.clientY }
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}
