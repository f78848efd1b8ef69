import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useBackCloses } from '#app/ui/back-closes.ts'
import { Icon, type IconName } from '#app/ui/icon.tsx'
import { Picture } from '#app/ui/picture.tsx'
import type { Image } from '#shop/media/images.ts'
import { useZoom } from './use-zoom.ts'

export type ZoomProps = {
  images: Image[]
  name: string
  fallback: IconName
  first: number
  onClose: (last: number) => void
}

/** How much closer a key or a button brings the picture. */
const closer = 1.5

/** The pictures over the whole screen: pinched, turned by wheel or tapped twice to come closer, and then dragged. */
export function Zoom({ images, name, fallback, first, onClose }: ZoomProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [current, setCurrent] = useState(first)
  const { near, zoomBy, reset, stage } = useZoom(turn)
  useWholeScreen(dialog)
  useBackCloses(true, () => dialog.current?.close())

  function turn(step: number) {
    const next = current + step
    if (next < 0 || next >= images.length) return
    reset()
    setCurrent(next)
  }

  function press(event: KeyboardEvent) {
    const turned = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    const factor = { '+': closer, '-': 1 / closer }[event.key]
    if (turned) turn(turned)
    else if (factor) zoomBy(factor)
    else return
    event.preventDefault()
  }

  return (
    <dialog
      ref={dialog}
      aria-label={`${name}, büyük görseller`}
      tabIndex={-1}
      onClose={() => onClose(current)}
      onKeyDown={press}
      className="m-0 size-full max-h-none max-w-none animate-arrive overflow-hidden bg-paper p-0 text-ink outline-none"
    >
      <div
        {...stage}
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
      {images.length > 1 && <Turners current={current} count={images.length} onTurn={turn} />}
      {images.length > 1 && <Place current={current} count={images.length} />}
      <Scale near={near} onZoom={zoomBy} />
    </dialog>
  )
}

/** Opens over everything, and the page behind does not scroll. */
function useWholeScreen(dialog: RefObject<HTMLDialogElement | null>) {
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    element?.focus()
    document.documentElement.classList.add('overflow-hidden')
    return () => {
      element?.close()
      document.documentElement.classList.remove('overflow-hidden')
    }
  }, [dialog])
}

function Turners({ current, count, onTurn }: { current: number; count: number; onTurn: (step: number) => void }) {
  return (
    <>
      <Control
        name="Önceki görsel"
        icon="back"
        disabled={current === 0}
        onClick={() => onTurn(-1)}
        className="top-1/2 left-3 -translate-y-1/2"
      />
      <Control
        name="Sonraki görsel"
        icon="next"
        disabled={current === count - 1}
        onClick={() => onTurn(1)}
        className="top-1/2 right-3 -translate-y-1/2"
      />
    </>
  )
}

function Place({ current, count }: { current: number; count: number }) {
  return (
    <p role="status" className="absolute top-3 left-3 flex min-h-11 items-center px-2 text-sm tabular-nums">
      <span aria-hidden="true">
        {current + 1} / {count}
      </span>
      <span className="sr-only">
        {count} görselden {current + 1}. görsel
      </span>
    </p>
  )
}

function Scale({ near, onZoom }: { near: boolean; onZoom: (factor: number) => void }) {
  return (
    <div className="absolute bottom-4 left-1/2 flex -translate-x-1/2 items-center rounded-full bg-surface px-2 shadow-2xl">
      <Control name="Uzaklaştır" icon="minus" disabled={!near} onClick={() => onZoom(1 / closer)} />
      <Icon name="search" size={18} />
      <Control name="Yakınlaştır" icon="plus" onClick={() => onZoom(closer)} />
    </div>
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
