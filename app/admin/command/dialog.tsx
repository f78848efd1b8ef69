import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useShop } from '#app/frame/use-shop.ts'
import { inputClass } from '#app/ui/field.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { useDashboard } from '../dashboard/store.ts'
import { useRights } from '../parts/rights.ts'
import { type Entry, type EntryGroup, findPlaces } from './places.ts'
import { keepRecent, recentEntries } from './recent.ts'
import { useRecords } from './records.ts'

type DialogProps = { open: boolean; onClose: () => void }

/** Goes to a section, a setting, an order, a product or a customer: typed, chosen with the arrows, opened with Enter. */
export function CommandDialog({ open, onClose }: DialogProps) {
  const openings = useOpenings(open)
  return (
    <Panel open={open} onClose={onClose} title="Ara ya da git" side="center" wide>
      <Command key={openings} onClose={onClose} />
    </Panel>
  )
}

/** Number of openings: a dialog that is opened again while it still slides away starts afresh too. */
function useOpenings(open: boolean): number {
  const [last, setLast] = useState({ open, times: 0 })
  if (last.open !== open) setLast({ open, times: last.times + Number(open) })
  return last.times
}

function Command({ onClose }: { onClose: () => void }) {
  const id = useId()
  const navigate = useNavigate()
  const [q, setQ] = useState('')
  const { groups, failures, searching } = useGroups(q)
  const entries = groups.flatMap(({ entries }) => entries)
  const [active, setActive] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its first entry, before anybody sees it
  useLayoutEffect(() => setActive(0), [q, searching])
  const optionId = (index: number) => `${id}-${index}`
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])

  function go(entry: Entry | undefined) {
    if (!entry) return
    keepRecent(entry)
    onClose()
    navigate(entry.to)
  }

  function press(event: KeyboardEvent) {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (step !== undefined && entries.length > 0) {
      event.preventDefault()
      setActive((active + step + entries.length) % entries.length)
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      go(entries[active])
    }
  }

  const nothing = q.trim() !== '' && !searching && entries.length === 0
  return (
    <div className="-mt-4 min-h-72">
      <div className="sticky -top-4 z-10 bg-surface py-4">
        <input
          type="search"
          role="combobox"
          aria-label="Bölüm, ayar, sipariş, ürün ya da müşteri ara"
          aria-expanded={entries.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={entries.length > 0 ? optionId(active) : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          data-autofocus
          placeholder="Sipariş no, telefon, ürün, SKU, müşteri, ayar…"
          maxLength={100}
          value={q}
          onChange={({ target }) => setQ(target.value)}
          onKeyDown={press}
          className={inputClass}
        />
      </div>
      <p role="status" className={`text-muted text-sm ${searching || nothing ? 'mb-3' : 'sr-only'}`}>
        {searching
          ? 'Aranıyor…'
          : nothing
            ? 'Bir şey bulunamadı; başka bir sözcük deneyin.'
            : `${entries.length} sonuç`}
      </p>
      {failures.map((failure) => (
        <p key={failure} className="mb-3 text-bad text-sm">
          {failure} Biraz sonra yeniden deneyin.
        </p>
      ))}
      <Options
        groups={groups}
        listId={`${id}-list`}
        optionId={optionId}
        active={active}
        onActive={setActive}
        onGo={go}
      />
      <p className="mt-4 text-muted text-sm max-md:hidden" aria-hidden="true">
        ↑ ↓ seçer · Enter açar · Esc kapatır
      </p>
    </div>
  )
}

/** The entries on offer: recent ones and every section until something is typed, then everything that was found. */
function useGroups(q: string) {
  const rights = useRights()
  const state = useDashboard()
  const { giftCards, reviews } = useShop()?.shop ?? {}
  const [recent] = useState(recentEntries)
  const { found, searching } = useRecords(q, rights)
  const dashboard = state.kind === 'ready' ? state.value : undefined
  const places = findPlaces(q, { rights, dashboard, giftCards, reviews })
  const before = q.trim() === '' && recent.length > 0 ? [{ title: 'Son açılanlar', entries: recent }] : []
  const records = found.filter(({ entries }) => entries.length > 0)
  const groups: EntryGroup[] = [...before, ...places, ...records]
  return { groups, searching, failures: found.flatMap(({ failure }) => failure ?? []) }
}

type OptionsProps = {
  groups: EntryGroup[]
  listId: string
  optionId: (index: number) => string
  active: number
  onActive: (index: number) => void
  onGo: (entry: Entry) => void
}

function Options({ groups, listId, optionId, active, onActive, onGo }: OptionsProps) {
  let index = -1
  return (
    <div role="listbox" id={listId} aria-label="Sonuçlar" className="grid gap-4">
      {groups.map(({ title, entries }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset may not stand in a listbox
        <div key={title} role="group" aria-label={title}>
          <p aria-hidden="true" className="px-3 pb-1 text-muted text-sm">
            {title}
          </p>
          {entries.map((entry) => {
            index++
            const at = index
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field holds the focus and has the keys
              <div
                key={entry.to}
                role="option"
                id={optionId(at)}
                tabIndex={-1}
                aria-selected={at === active}
                onPointerMove={() => onActive(at)}
                onClick={() => onGo(entry)}
                className="flex min-h-11 cursor-pointer items-center justify-between gap-4 rounded-xs px-3 py-1.5 aria-selected:bg-nar-soft"
              >
                <span className="min-w-0 break-words font-medium">{entry.label}</span>
                <span className="max-w-1/2 shrink-0 truncate text-muted text-sm">{entry.about}</span>
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}
