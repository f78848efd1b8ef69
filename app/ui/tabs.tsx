import { type KeyboardEvent, useRef } from 'react'

type TabsProps<Id extends string> = {
  label: string
  tabs: { id: Id; label: string }[]
  current: Id
  onChange: (id: Id) => void
}

/** Tabs as the arrow keys know them; the panel below names itself by `tab-{id}`. */
export function Tabs<Id extends string>({ label, tabs, current, onChange }: TabsProps<Id>) {
  const list = useRef<HTMLDivElement>(null)

  function move(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const at = tabs.findIndex((tab) => tab.id === current)
    const next = tabs[(at + step + tabs.length) % tabs.length]
    if (!next) return
    onChange(next.id)
    list.current?.querySelector<HTMLElement>(`#tab-${next.id}`)?.focus()
  }

  return (
    <div className="@container">
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={move}
        className="flex border-line border-b @max-[17.5rem]:flex-wrap"
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            id={`tab-${tab.id}`}
            type="button"
            role="tab"
            aria-selected={tab.id === current}
            tabIndex={tab.id === current ? 0 : -1}
            onClick={() => onChange(tab.id)}
            className={`-mb-px min-h-12 grow border-b-2 px-2 font-medium ${tab.id === current ? 'border-nar text-ink' : 'border-transparent text-muted hover:text-ink'}`}
          >
            {tab.label}
          </button>
        ))}
      </div>
    </div>
  )
}
