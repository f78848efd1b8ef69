import { Link } from 'react-router'
import type { WireAuditEntry } from '#api/wire/admin/records.ts'
import { Button } from '#app/ui/button.tsx'
import { formatMoment } from '#shop/time.ts'
import { adminCall } from '../parts/api.ts'
import { EmptyList, PagedList } from '../parts/list-parts.tsx'
import { Filter, SearchBox } from '../parts/search-box.tsx'
import { useList } from '../parts/use-list.ts'
import { queryString, useQuery } from '../parts/use-query.ts'
import { actionLabels } from './action-labels.ts'
import { changesOf, linkOf, type ShownChange } from './history-words.ts'

const actions = [
  { value: '', label: 'Tüm değişiklikler' },
  ...Object.entries(actionLabels).map(([value, label]) => ({ value, label })),
]

/** All changes with their author and time; before and after side by side. */
export default function History() {
  const asked = useQuery()
  const { get, page, filter, clear } = asked
  const [q, action, subject] = [get('q'), get('islem'), get('konu')]
  const query = queryString({ page, limit: 25, q, action, subject })
  const list = useList(asked, query, (signal) =>
    adminCall<'GET /admin/audit'>('GET', `/admin/audit?${query}`, undefined, { signal }),
  )
  return (
    <>
      <h1 className="mb-4 font-display text-2xl">Değişiklik geçmişi</h1>
      <Filters query={asked} />
      <PagedList
        list={list}
        query={asked}
        what="Değişiklikler"
        otherwise="Geçmiş alınamadı"
        empty={
          <EmptyList title={q || action || subject ? 'Bu süzgece uyan değişiklik yok' : 'Henüz değişiklik yok'}>
            {q || action || subject ? (
              <Button look="secondary" onClick={() => clear()}>
                Süzgeçleri temizle
              </Button>
            ) : (
              'Panelde yapılan her değişiklik, yapanı ve önceki hâliyle burada görünür.'
            )}
          </EmptyList>
        }
      >
        {({ data }) => (
          <ol className="border-line border-t bg-surface text-sm">
            {data.map((entry) => (
              <EntryRow key={entry.id} entry={entry} onSubject={(konu) => filter({ konu, q: '', islem: '' })} />
            ))}
          </ol>
        )}
      </PagedList>
    </>
  )
}

function Filters({ query: { get, filter } }: { query: ReturnType<typeof useQuery> }) {
  return (
    <search className="mb-4 flex flex-wrap items-center gap-3">
      <SearchBox
        label="Geçmişte ara"
        placeholder="Kişi, ürün, sipariş veya değer"
        q={get('q')}
        onSearch={(q) => filter({ q }, { replace: true })}
      />
      <Filter label="İşleme göre süz" value={get('islem')} options={actions} onChange={(islem) => filter({ islem })} />
      {get('konu') && (
        <Button look="quiet" onClick={() => filter({ konu: '' })}>
          Tek bir kaydın geçmişi gösteriliyor; hepsini göster
        </Button>
      )}
    </search>
  )
}

function EntryRow({ entry, onSubject }: { entry: WireAuditEntry; onSubject: (id: string) => void }) {
  const changes = changesOf(entry)
  const link = linkOf(entry)
  const short =
    changes.length <= 4 && changes.every(({ before = '', after = '' }) => before.length + after.length < 240)
  return (
    <li className="border-line border-b px-3 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p className="min-w-0">
          <span className="font-medium">{actionLabels[entry.action] ?? entry.action}</span>
          {': '}
          {link ? (
            <Link
              to={link}
              className="wrap-anywhere underline decoration-line underline-offset-4 hover:decoration-ink max-sm:inline-block max-sm:py-2.5"
            >
              {entry.subject.name}
            </Link>
          ) : (
            <span className="break-words">{entry.subject.name}</span>
          )}
        </p>
        <p className="text-muted tabular-nums">
          {entry.actor.name} · {formatMoment(entry.createdAt)}
        </p>
      </div>
      {changes.length > 0 && (
        <details open={short} className="mt-1">
          <summary className="min-h-8 cursor-pointer py-1.5 text-muted max-sm:min-h-11 max-sm:py-2.5">
            {changes.map(({ label }) => label).join(', ')}
          </summary>
          <Changes changes={changes} />
          <button
            type="button"
            onClick={() => onSubject(entry.subject.id)}
            className="mt-1 min-h-11 text-muted underline decoration-line underline-offset-4 hover:decoration-ink sm:min-h-8"
          >
            Yalnız bunun geçmişi<span className="sr-only">: {entry.subject.name}</span>
          </button>
        </details>
      )}
    </li>
  )
}

function Changes({ changes }: { changes: ShownChange[] }) {
  return (
    <table className="mt-1 w-full table-fixed max-sm:block">
      <thead className="text-left text-muted max-sm:sr-only">
        <tr>
          <th scope="col" className="w-48 py-1 pr-4 font-normal">
            Alan
          </th>
          <th scope="col" className="py-1 pr-4 font-normal">
            Önce
          </th>
          <th scope="col" className="py-1 font-normal">
            Sonra
          </th>
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {changes.map(({ name, label, before, after }) => (
          <tr key={name} className="border-line border-t align-top max-sm:block max-sm:py-2">
            <th scope="row" className="py-1.5 pr-4 text-left font-normal text-muted max-sm:block max-sm:p-0">
              {label}
            </th>
            <Value when="Önce" text={before} struck={after !== undefined} />
            <Value when="Sonra" text={after} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Value({ when, text, struck = false }: { when: string; text: string | undefined; struck?: boolean }) {
  return (
    <td className="py-1.5 pr-4 max-sm:block max-sm:p-0">
      <span className="text-muted sm:hidden">{when}: </span>
      <span className={`whitespace-pre-line break-words ${struck ? 'text-muted' : ''}`}>
        {/* A sum stands in one line. */}
        {text?.replaceAll(' TL', '\u00a0TL') ?? '–'}
      </span>
    </td>
  )
}
