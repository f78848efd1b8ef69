import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { WireAdminProduct } from '#api/wire/admin/catalog.ts'

type RowMenuProps = { product: WireAdminProduct; onCopy: () => void; onDelete: () => void; onHistory: () => void }

/** The actions on a product of the list. */
export function RowMenu({ product, onCopy, onDelete, onHistory }: RowMenuProps) {
  const { open, setOpen, around, button, onKeyDown } = useMenu()
  const id = useId()

  function act(what: () => void) {
    // The focus comes back here when what follows is done.
    button.current?.focus()
    setOpen(false)
    what()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc closes it from every entry
    <div ref={around} onKeyDown={onKeyDown} className="relative">
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={id}
        aria-label={`${product.name}: işlemler`}
        onClick={() => setOpen(!open)}
        className="grid size-11 place-items-center rounded-xs text-muted hover:text-ink"
      >
        <svg width="20" height="20" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
          <circle cx="5" cy="12" r="1.6" />
          <circle cx="12" cy="12" r="1.6" />
          <circle cx="19" cy="12" r="1.6" />
        </svg>
      </button>
      <ul
        id={id}
        hidden={!open}
        className="absolute top-full right-0 z-20 w-56 border border-line bg-surface py-1 text-base shadow-2xl"
      >
        {open && (
          <Entries
            product={product}
            onCopy={() => act(onCopy)}
            onDelete={() => act(onDelete)}
            onHistory={() => act(onHistory)}
          />
        )}
      </ul>
    </div>
  )
}

/** Open until Esc, or until something outside of `around` is pressed or focused. */
function useMenu() {
  const [open, setOpen] = useState(false)
  const around = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!open) return
    const close = (event: Event) => around.current?.contains(event.target as Node) || setOpen(false)
    document.addEventListener('pointerdown', close)
    document.addEventListener('focusin', close)
    return () => {
      document.removeEventListener('pointerdown', close)
      document.removeEventListener('focusin', close)
    }
  }, [open])

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    setOpen(false)
    button.current?.focus()
  }

  return { open, setOpen, around, button, onKeyDown }
}

function Entries({ product, onCopy, onDelete, onHistory }: RowMenuProps) {
  return (
    <>
      <Entry>
        <Link to={`/admin/urunler/${product.id}`} className={entryClass}>
          Düzenle
        </Link>
      </Entry>
      {product.published && (
        <Entry>
          <Link to={`/urun/${product.slug}`} className={entryClass}>
            Mağazada gör
          </Link>
        </Entry>
      )}
      <Entry>
        <button type="button" onClick={onHistory} className={entryClass}>
          Stok hareketleri
        </button>
      </Entry>
      <Entry>
        <button type="button" onClick={onCopy} className={entryClass}>
          Başka renkte çoğalt
        </button>
      </Entry>
      <Entry>
        <button type="button" onClick={onDelete} className={`${entryClass} text-bad`}>
          Sil
        </button>
      </Entry>
    </>
  )
}

const entryClass = 'flex min-h-11 w-full items-center px-4 text-left hover:bg-paper'

function Entry({ children }: { children: ReactNode }) {
  return <li>{children}</li>
}
