import { type KeyboardEvent, lazy, Suspense, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import { Icon } from '#app/ui/icon.tsx'
import { searchSlug } from './areas.ts'

const Suggestions = lazy(() => import('./search-suggestions.tsx').then((m) => ({ default: m.Suggestions })))

/** What the field tells assistive devices of the list under it. */
export type ListState = { open: boolean; activeId?: string }

/** The search in the header: a field where there is room, else an icon that opens it over the whole header. */
export function SearchField() {
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [wide, setWide] = useState(false)
  const [used, setUsed] = useState(false)
  const [active, setActive] = useState(false)
  const [list, setList] = useState<ListState>({ open: false })
  const id = useId()

  function close() {
    setWide(false)
    setActive(false)
    input.current?.blur()
  }
  function leaveOnEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    close()
  }

  return (
    <>
      <a
        href={`/${searchSlug}`}
        aria-label="Ürün ara"
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          flushSync(() => setWide(true))
          input.current?.focus()
        }}
        className="grid h-11 min-w-11 place-items-center xl:hidden"
      >
        <Icon name="search" />
      </a>
      <search
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) close()
        }}
        onKeyDown={leaveOnEscape}
        className={
          wide ? 'gutter absolute inset-0 z-10 flex items-center bg-paper xl:relative xl:p-0' : 'relative max-xl:hidden'
        }
      >
        <form
          action={`/${searchSlug}`}
          onSubmit={(event) => {
            event.preventDefault()
            if (text.trim() === '') return
            close()
            navigate(`/${searchSlug}?${new URLSearchParams({ q: text.trim() })}`)
          }}
          className="flex h-11 grow items-center gap-2 border-edge border-b focus-within:border-ink xl:w-44"
        >
          <Icon name="search" size={18} />
          <label htmlFor={id} className="sr-only">
            Ürün ara
          </label>
          <input
            ref={input}
            id={id}
            // The role is not allowed on type="search" (ARIA in HTML); the phone's keyboard is told below.
            type="text"
            inputMode="search"
            name="q"
            value={text}
            placeholder="Ürün ara"
            autoComplete="off"
            autoCapitalize="none"
            enterKeyHint="search"
            maxLength={100}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={list.open}
            aria-controls={`${id}-oneriler`}
            aria-activedescendant={list.activeId}
            onFocus={() => {
              setUsed(true)
              setActive(true)
            }}
            onChange={(event) => {
              setText(event.target.value)
              setActive(true)
            }}
            className="h-full min-w-0 grow bg-transparent text-base outline-none placeholder:text-muted"
          />
        </form>
        {wide && (
          <button
            type="button"
            aria-label="Aramayı kapat"
            onClick={close}
            className="-mr-3 ml-1 grid size-11 place-items-center xl:hidden"
          >
            <Icon name="close" />
          </button>
        )}
        {used && (
          <Suspense>
            <Suggestions
              id={`${id}-oneriler`}
              input={input}
              text={text}
              active={active}
              onHide={() => setActive(false)}
              onLeave={() => {
                setText('')
                close()
              }}
              onList={setList}
            />
          </Suspense>
        )}
      </search>
    </>
  )
}
