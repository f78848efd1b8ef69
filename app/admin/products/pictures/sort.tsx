import { DndContext, type DragEndEvent } from '@dnd-kit/core'
import { rectSortingStrategy, SortableContext } from '@dnd-kit/sortable'
import type { ReactNode } from 'react'
import { useDragging } from '../../parts/sorting/dragging.ts'
import type { Picture } from './list.ts'

type SortableProps = { list: Picture[]; onMove: (key: string, to: number) => void; children: ReactNode }

/** Pictures that are put in order by mouse, by touch and by the keyboard. */
export function SortablePictures({ list, onMove, children }: SortableProps) {
  const keys = list.map((picture) => picture.key)
  const place = (id: string | number) => keys.indexOf(String(id)) + 1
  const dragging = useDragging({
    // A short press drags; a swipe scrolls the page.
    start: { distance: 6, delay: 220 },
    instructions,
    announce: {
      taken: (id) => `${place(id)}. görsel alındı.`,
      over: (id) => `Görsel ${place(id)}. sıranın üzerinde.`,
      dropped: (_, over) => (over ? `Görsel ${place(over)}. sıraya bırakıldı.` : 'Görsel bırakıldı, sırası değişmedi.'),
      cancelled: (id) => `Vazgeçildi, görsel ${place(id)}. sırada kaldı.`,
    },
  })

  function onDragEnd({ active, over }: DragEndEvent) {
    if (over && active.id !== over.id) onMove(String(active.id), keys.indexOf(String(over.id)))
  }

  return (
    <DndContext {...dragging} onDragEnd={onDragEnd}>
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
