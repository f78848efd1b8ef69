import { useState } from 'react'
import { Link } from 'react-router'
import type { WireSettings } from '#api/wire/admin/settings.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { inputClass } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { adminCall } from '../../parts/api.ts'
import { EmptyList } from '../../parts/list-parts.tsx'
import { useQuery } from '../../parts/use-query.ts'
import { type SettingsSection, settingsGroups, settingsPath } from './groups.ts'
import { searchSettings } from './search.ts'
import { asksFor, stateOf } from './states.ts'

/** Every section of the settings with a sentence and how it stands, and a field that searches in them. */
export function SettingsOverview({ settings }: { settings: WireSettings | undefined }) {
  const { get, set } = useQuery()
  const [q, setQ] = useState(get('ara'))
  const readiness = useReadiness()
  return (
    <>
      <SettingsSearch
        q={q}
        onSearch={(ara) => {
          setQ(ara)
          set({ ara }, { replace: true })
        }}
        className="mb-6 lg:max-w-xl"
      />
      {q.trim() ? (
        <Hits q={q} />
      ) : (
        <div className="gap-x-10 lg:columns-2">
          {settingsGroups.map(({ title, sections }) => (
            <section key={title} aria-label={title} className="mb-8 break-inside-avoid">
              <h2 className="mb-2 font-semibold">{title}</h2>
              <ul className="border-line border-t bg-surface">
                {sections
                  .filter(({ hidden }) => !hidden)
                  .map((section) => (
                    <Row
                      key={section.id}
                      section={section}
                      state={section.id === 'hazirlik' ? readiness : stateOf(section.id, settings)}
                    />
                  ))}
              </ul>
            </section>
          ))}
        </div>
      )}
    </>
  )
}

/** How much is left to do, in words; empty until it is known. */
function useReadiness(): string {
  const { state } = useLoaded('readiness', (signal) =>
    adminCall<'GET /admin/readiness'>('GET', '/admin/readiness', undefined, { signal }),
  )
  if (state.kind !== 'ready') return ''
  const left = state.value.data.items.filter(({ state }) => state === 'todo').length
  return left > 0 ? `${left} iş kaldı` : 'Hazır'
}

function Row({ section: { id, label, sentence }, state }: { section: SettingsSection; state: string }) {
  return (
    <li className="border-line border-b">
      <Link to={settingsPath(id)} className="group flex min-h-14 items-center gap-3 px-3 py-2.5 hover:bg-paper">
        <span className="min-w-0 grow">
          <span className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="font-medium group-hover:underline">{label}</span>
            {state && <span className={`text-sm ${asksFor(state) ? 'text-bad' : 'text-muted'}`}>{state}</span>}
          </span>
          <span className="block text-muted text-sm">{sentence}</span>
        </span>
        <Chevron />
      </Link>
    </li>
  )
}

function Chevron() {
  return (
    <span className="-rotate-90 text-muted">
      <Icon name="down" size={18} />
    </span>
  )
}

type SearchProps = { q: string; onSearch: (q: string) => void; className?: string }

/** Searches with each letter: everything is here already. */
export function SettingsSearch({ q, onSearch, className = '' }: SearchProps) {
  return (
    <search className={`relative block ${className}`}>
      <span className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted">
        <Icon name="search" size={18} />
      </span>
      <input
        type="search"
        aria-label="Ayarlarda ara"
        placeholder="Ayarlarda ara: kargo, logo…"
        autoComplete="off"
        value={q}
        onChange={({ target }) => onSearch(target.value)}
        className={`${inputClass} pl-10`}
      />
    </search>
  )
}

/** The results of a search; each leads to its section, or straight to the field. */
export function Hits({ q, onGo }: { q: string; onGo?: () => void }) {
  const hits = searchSettings(q)
  if (hits.length === 0)
    return (
      <EmptyList title="Bu aramaya uyan ayar yok">
        Başka bir sözcük deneyin; örneğin “kargo”, “taksit” ya da “iban”.
      </EmptyList>
    )
  return (
    <>
      <p role="status" className="mb-2 text-muted text-sm">
        {hits.length} sonuç
      </p>
      <ul className="border-line border-t bg-surface">
        {hits.map(({ to, label, about }) => (
          <li key={to} className="border-line border-b">
            <Link to={to} onClick={onGo} className="group flex min-h-14 items-center gap-3 px-3 py-2.5 hover:bg-paper">
              <span className="min-w-0 grow">
                <span className="block font-medium group-hover:underline">{label}</span>
                <span className="block text-muted text-sm">{about}</span>
              </span>
              <Chevron />
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
