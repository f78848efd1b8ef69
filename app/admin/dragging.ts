import {
  type Announcements,
  closestCenter,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { sortableKeyboardCoordinates } from '@dnd-kit/sortable'
import { useRef } from 'react'

type Id = string | number

type Dragging = {
  /** How far a mouse moves, in pixels, and how long a finger rests, in milliseconds, before it drags and no longer clicks or scrolls. */
  start: { distance: number; delay: number }
  /** How the keyboard moves it, for a screen reader. */
  instructions: string
  /** What a screen reader says of a drag. */
  say: {
    taken: (id: Id) => string
    over: (id: Id) => string
    dropped: (id: Id, over: Id | undefined) => string
    cancelled: (id: Id) => string
  }
}

/** What a DndContext needs so that things are put in order by mouse, finger and keyboard. */
export function useDragging({ start, instructions, say }: Dragging) {
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: start.distance } }),
    useSensor(TouchSensor, { activationConstraint: { delay: start.delay, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const justTaken = useRef(false)
  const announcements: Announcements = {
    onDragStart({ active }) {
      justTaken.current = true
      return say.taken(active.id)
    },
    onDragOver({ active, over }) {
      // It begins over its own place; that would drown out that it was taken.
      const atStart = justTaken.current && over?.id === active.id
      justTaken.current = false
      return over && !atStart ? say.over(over.id) : undefined
    },
    onDragEnd: ({ active, over }) => say.dropped(active.id, over?.id),
    onDragCancel: ({ active }) => say.cancelled(active.id),
  }
  return {
    sensors,
    collisionDetection: closestCenter,
    accessibility: { announcements, screenReaderInstructions: { draggable: instructions } },
  }
}
