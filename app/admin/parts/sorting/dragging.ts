import {
  type Announcements,
  closestCenter,
  KeyboardSensor,
  type KeyboardSensorProps,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { sortableKeyboardCoordinates } from '@dnd-kit/sortable'
import { useRef } from 'react'
import { seconds } from '#shop/time.ts'

type Id = string | number

type Dragging = {
  /** How far a mouse moves, in pixels, and how long a finger rests, in milliseconds, before it drags and no longer clicks or scrolls. */
  start: { distance: number; delay: number }
  /** How the keyboard moves it, for a screen reader. */
  instructions: string
  /** The sentences for screen readers. */
  announce: {
    taken: (id: Id) => string
    over: (id: Id) => string
    dropped: (id: Id, over: Id | undefined) => string
    cancelled: (id: Id) => string
  }
}

/**
 * Keys that come right after the one that takes the item wait until the list is measured and dnd-kit listens to them;
 * it would lose them.
 */
class HoldingKeyboardSensor extends KeyboardSensor {
  constructor(props: KeyboardSensorProps) {
    super(props)
    let listening = false
    // Ours comes after dnd-kit's own timeout.
    setTimeout(() => {
      listening = true
    })
    const hold = (event: KeyboardEvent) => {
      const { active, over } = props.context.current
      if (!active || (listening && over)) return
      event.preventDefault()
      event.stopImmediatePropagation()
      requestAnimationFrame(() => event.target?.dispatchEvent(new KeyboardEvent(event.type, event)))
    }
    document.addEventListener('keydown', hold, { capture: true, signal: AbortSignal.timeout(seconds(1)) })
  }
}

/** Sensors and announcements of a DndContext, for putting things in order by mouse, finger and keyboard. */
export function useDragging({ start, instructions, announce }: Dragging) {
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: start.distance } }),
    useSensor(TouchSensor, { activationConstraint: { delay: start.delay, tolerance: 8 } }),
    useSensor(HoldingKeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const justTaken = useRef(false)
  const announcements: Announcements = {
    onDragStart({ active }) {
      justTaken.current = true
      return announce.taken(active.id)
    },
    onDragOver({ active, over }) {
      // It begins over its own place; that would drown out that it was taken.
      const atStart = justTaken.current && over?.id === active.id
      justTaken.current = false
      return over && !atStart ? announce.over(over.id) : undefined
    },
    onDragEnd: ({ active, over }) => announce.dropped(active.id, over?.id),
    onDragCancel: ({ active }) => announce.cancelled(active.id),
  }
  return {
    sensors,
    collisionDetection: closestCenter,
    accessibility: { announcements, screenReaderInstructions: { draggable: instructions } },
  }
}
