import { useState } from 'react'
import { Link } from 'react-router'
import type { WireSettings } from '#api/wire/admin/settings.ts'
import { settingsGroups, settingsPath } from './groups.ts'
import { Hits, SettingsSearch } from './overview.tsx'
import { asksFor, stateOf } from './states.ts'

/** The same list in short, beside a section on a wide screen. */
export function SideList({ current, settings }: { current: string; settings: WireSettings | undefined }) {
  const [q, setQ] = useState('')
  return (
    <nav
      aria-label="Ayar bölümleri"
      className="sticky top-14 max-h-[calc(100dvh-3.5rem)] overflow-y-auto pt-1 pb-8 text-sm max-xl:hidden"
    >
      <SettingsSearch q={q} onSearch={setQ} className="mb-4" />
      {q.trim() ? <Hits q={q} onGo={() => setQ('')} /> : <Groups current={current} settings={settings} />}
    </nav>
  )
}

function Groups({ current, settings }: { current: string; settings: WireSettings | undefined }) {
  return settingsGroups.map(({ title, sections }) => (
    <div key={title} className="mb-4">
      <p className="px-3 pb-1 text-muted">{title}</p>
      <ul>
        {sections
          .filter(({ id, hidden }) => !hidden || id === current)
          .map(({ id, label }) => {
            const state = stateOf(id, settings)
            return (
              <li key={id}>
                <Link
                  to={settingsPath(id)}
                  aria-current={id === current ? 'page' : undefined}
                  className="flex min-h-9 items-center justify-between gap-3 rounded-xs border-transparent border-l-2 px-3 hover:bg-surface aria-[current]:border-nar aria-[current]:bg-surface aria-[current]:font-medium"
                >
                  {label}
                  <span className={`truncate font-normal ${asksFor(state) ? 'text-bad' : 'text-muted'}`}>{state}</span>
                </Link>
              </li>
            )
          })}
      </ul>
    </div>
  ))
}
