import { DndContext, type DragEndEvent } from '@dnd-kit/core'
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { type ReactNode, useState } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import { useDragging } from './dragging.ts'

type Item = { id: string; name: string }
/** The controls that move a row: a grip to drag, and two buttons that move it by one place. */
export type Movers = { grip: ReactNode; arrows: ReactNode }

type SortableListProps<T extends Item> = {
  items: T[]
  onOrder: (items: T[]) => void
  className?: string
  children: (item: T, movers: Movers) => ReactNode
}

/** Rows that can be put in order by mouse, finger, keyboard or buttons. */
export function SortableList<T extends Item>({ items, onOrder, className, children }: SortableListProps<T>) {
  const [moved, setMoved] = useState('')
  const dragging = useDragging({ start: { distance: 4, delay: 150 }, instructions, announce: announcements(items) })

  function move(from: number, to: number) {
    const item = items[from]
    if (!item || to < 0 || to >= items.length || from === to) return
    onOrder(items.toSpliced(from, 1).toSpliced(to, 0, item))
  }

  function onDragEnd({ active, over }: DragEndEvent) {
    const at = (id: string | number) => items.findIndex((item) => item.id === id)
    if (over) move(at(active.id), at(over.id))
  }

  return (
    <DndContext {...dragging} onDragEnd={onDragEnd}>
      <SortableContext items={items} strategy={verticalListSortingStrategy}>
        <ul className={className}>
          {items.map((item, index) => (
            <Row key={item.id} item={item}>
              {(grip) =>
                children(item, {
                  grip,
                  arrows: (
                    <Arrows
                      name={item.name}
                      first={index === 0}
                      last={index === items.length - 1}
                      onMove={(by) => {
                        move(index, index + by)
                        setMoved(`${item.name} ${index + by + 1}. sıraya taşındı.`)
                      }}
                    />
                  ),
                })
              }
            </Row>
          ))}
        </ul>
      </SortableContext>
      <p role="status" className="sr-only">
        {moved}
      </p>
    </DndContext>
  )
}

/** The sentences for screen readers while a row is dragged. */
function announcements(items: Item[]) {
  const nameOf = (id: string | number) => items.find((item) => item.id === id)?.name ?? ''
  const place = (id: string | number) => items.findIndex((item) => item.id === id) + 1
  return {
    taken: (id: string | number) => `${nameOf(id)} alındı.`,
    over: (id: string | number) => `${place(id)}. sıranın üzerinde.`,
    dropped: (id: string | number, over: string | number | undefined) =>
      over ? `${nameOf(id)} ${place(over)}. sıraya bırakıldı.` : `${nameOf(id)} yerinde kaldı.`,
    cancelled: (id: string | number) => `Taşımaktan vazgeçildi, ${nameOf(id)} yerinde.`,
  }
}

function Row({ item, children }: { item: Item; children: (grip: ReactNode) => ReactNode }) {
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } = useSortable({
    id: item.id,
    attributes: { roleDescription: 'taşınabilir satır' },
  })
  const grip = (
    <button
      type="button"
      ref={setActivatorNodeRef}
      {...attributes}
      {...listeners}
      aria-label={`${item.name}: sürükleyerek taşı`}
      className="grid size-11 shrink-0 cursor-grab touch-none place-items-center rounded-xs text-muted hover:text-ink active:cursor-grabbing"
    >
      <svg width="18" height="18" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
        {[6, 12, 18].flatMap((y) => [9, 15].map((x) => <circle key={`${x}-${y}`} cx={x} cy={y} r="1.5" />))}
      </svg>
    </button>
  )
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={`bg-surface ${isDragging ? 'relative z-10 shadow-2xl' : ''}`}
    >
      {children(grip)}
    </li>
  )
}

type ArrowsProps = { name: string; first: boolean; last: boolean; onMove: (by: number) => void }

function Arrows({ name, first, last, onMove }: ArrowsProps) {
  return (
    <span className="flex shrink-0">
      <Arrow label={`${name}: yukarı taşı`} disabled={first} onClick={() => onMove(-1)} turned />
      <Arrow label={`${name}: aşağı taşı`} disabled={last} onClick={() => onMove(1)} />
    </span>
  )
}

type ArrowProps = { label: string; disabled: boolean; turned?: boolean; onClick: () => void }

function Arrow({ label, disabled, turned = false, onClick }: ArrowProps) {
  return (
    <button
      type="button"
      aria-label={label}
      // Not disabled: a button that is pressed to the end keeps the focus.
      aria-disabled={disabled}
      onClick={disabled ? undefined : onClick}
      className="grid size-11 place-items-center rounded-xs text-muted hover:text-ink aria-disabled:cursor-default aria-disabled:text-line"
    >
      <span className={turned ? 'rotate-180' : ''}>
        <Icon name="down" size={18} />
      </span>
    </button>
  )
}

const instructions =
  'Taşımak için boşluk tuşuna basın, ok tuşlarıyla yerini seçin, bırakmak için yeniden boşluğa, vazgeçmek için Esc tuşuna basın.'
