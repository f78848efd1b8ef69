import { type FocusEvent, lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useNavigate } from 'react-router'
import { Icon } from '#app/ui/icon.tsx'
import { searchSlug } from '../../frame/areas.ts'
import type { Suggesting, SuggestionList } from './suggesting.ts'

const Suggestions = lazy(() => import('./suggestions.tsx').then((m) => ({ default: m.Suggestions })))

/** The search in the header: a field where there is room, else an icon that opens it over the whole header. */
export function SearchField() {
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const asked = useAsked()
  const [text, setText] = useState(asked)
  useEffect(() => setText(asked), [asked])
  const [wide, setWide] = useState(false)
  const { suggesting, list, start } = useSuggesting()
  const id = useId()
  const listId = `${id}-oneriler`

  function close() {
    setWide(false)
    suggesting.current?.hide()
    input.current?.blur()
  }
  function leave(to: string) {
    suggesting.current?.leave(to)
    close()
    navigate(to)
  }
  function follow(to: string) {
    setText('')
    leave(to)
  }

  return (
    <>
      <Opener
        onOpen={() => {
          flushSync(() => setWide(true))
          input.current?.focus()
        }}
      />
      <search
        onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || close()}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.defaultPrevented) return
          event.preventDefault()
          close()
        }}
        className={
          wide ? 'gutter absolute inset-0 z-10 flex items-center bg-paper xl:relative xl:p-0' : 'relative max-xl:hidden'
        }
      >
        <form
          action={`/${searchSlug}`}
          onSubmit={(event) => {
            event.preventDefault()
            const q = text.trim()
            if (q) leave(`/${searchSlug}?${new URLSearchParams({ q })}`)
          }}
          className="flex h-11 min-w-0 grow items-center gap-2 border-edge border-b focus-within:border-ink xl:w-36"
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
            aria-expanded={!!list?.suggestions.length}
            aria-controls={listId}
            aria-activedescendant={list && list.index >= 0 ? `${listId}-${list.index}` : undefined}
            onFocus={start}
            onChange={({ target }) => {
              setText(target.value)
              suggesting.current?.type(target.value)
            }}
            onKeyDown={(event) => {
              const to = suggesting.current?.press(event)
              if (to) follow(to)
            }}
            className="h-full min-w-0 grow bg-transparent text-base outline-none placeholder:text-muted"
          />
        </form>
        {wide && <CloseButton onClick={close} />}
        {list && (
          <Suspense>
            <Suggestions id={listId} list={list} onFollow={follow} onForget={() => suggesting.current?.forget()} />
          </Suspense>
        )}
      </search>
    </>
  )
}

function Opener({ onOpen }: { onOpen: () => void }) {
  return (
    <a
      href={`/${searchSlug}`}
      aria-label="Ürün ara"
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        onOpen()
      }}
      className="header-tool xl:hidden"
    >
      <Icon name="search" />
    </a>
  )
}

function CloseButton({ onClick }: { onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label="Aramayı kapat"
      onClick={onClick}
      className="-mr-[12px] ml-1 grid size-11 place-items-center xl:hidden"
    >
      <Icon name="close" />
    </button>
  )
}

/** The search of the results page; empty on any other page. */
function useAsked(): string {
  const { pathname, search } = useLocation()
  return (pathname === `/${searchSlug}` && new URLSearchParams(search).get('q')) || ''
}

/** Letters and keys go to `suggesting`, which gives the list to draw. Its script arrives once the field is used. */
function useSuggesting() {
  const suggesting = useRef<Suggesting>(undefined)
  const [list, setList] = useState<SuggestionList>()
  async function start({ currentTarget: field }: FocusEvent<HTMLInputElement>) {
    if (!suggesting.current) {
      const { createSuggesting } = await import('./suggestions.tsx')
      suggesting.current ??= createSuggesting(setList)
    }
    if (document.activeElement === field) suggesting.current.type(field.value)
  }
  return { suggesting, list, start }
}
