import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { rectSortingStrategy, SortableContext, sortableKeyboardCoordinates } from '@dnd-kit/sortable'
import { type ReactNode, useRef } from 'react'
import type { Picture } from './picture-list.ts'

type SortableProps = { list: Picture[]; onMove: (key: string, to: number) => void; children: ReactNode }

/** Pictures that are put in order by mouse, by touch and by the keyboard. */
export function SortablePictures({ list, onMove, children }: SortableProps) {
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    // A short press drags; a swipe scrolls the page.
    useSensor(TouchSensor, { activationConstraint: { delay: 220, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const keys = list.map((picture) => picture.key)
  const announcements = useAnnouncements(keys)

  function onDragEnd({ active, over }: DragEndEvent) {
    if (over && active.id !== over.id) onMove(String(active.id), keys.indexOf(String(over.id)))
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={onDragEnd}
      accessibility={{ announcements, screenReaderInstructions: { draggable: instructions } }}
    >
      <SortableContext items={keys} strategy={rectSortingStrategy}>
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-3 empty:hidden sm:grid-cols-[repeat(auto-fill,minmax(10rem,1fr))]">
          {children}
        </ul>
      </SortableContext>
    </DndContext>
  )
}

const instructions =
  'Görseli taşımak için boşluk tuşuna basın, ok tuşlarıyla yerini seçin, bırakmak için yeniden boşluğa, vazgeçmek için Esc tuşuna basın.'

/** What a screen reader says of a drag. */
function useAnnouncements(keys: string[]): Announcements {
  const justTaken = useRef(false)
  const place = (id: string | number) => keys.indexOf(String(id)) + 1
  return {
    onDragStart({ active }) {
      justTaken.current = true
      return `${place(active.id)}. görsel alındı.`
    },
    onDragOver({ active, over }) {
      // It begins over its own place; that would drown out that it was taken.
      const atStart = justTaken.current && over?.id === active.id
      justTaken.current = false
      return over && !atStart ? `Görsel ${place(over.id)}. sıranın üzerinde.` : undefined
    },
    onDragEnd: ({ over }) =>
      over ? `Görsel ${place(over.id)}. sıraya bırakıldı.` : 'Görsel bırakıldı, sırası değişmedi.',
    onDragCancel: ({ active }) => `Vazgeçildi, görsel ${place(active.id)}. sırada kaldı.`,
  }
}
