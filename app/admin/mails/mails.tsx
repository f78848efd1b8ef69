import type { WireMail } from '#api/wire/admin/mails.ts'
import { Button } from '#app/ui/button.tsx'
import { mailErrorWords } from '#shop/desk/mail-error-words.ts'
import { formatMoment } from '#shop/time.ts'
import { adminCall } from '../parts/api.ts'
import { EmptyList, PagedList } from '../parts/list-parts.tsx'
import { Filter, SearchBox } from '../parts/search-box.tsx'
import { useList } from '../parts/use-list.ts'
import { queryString, useQuery } from '../parts/use-query.ts'
import { kindLabel, stateOfMail } from './mail-words.ts'
import { MailSheet } from './sheet.tsx'

const states = [
  { value: '', label: 'Tüm e-postalar' },
  { value: 'failed', label: 'Gönderilemeyenler' },
  { value: 'waiting', label: 'Sırada bekleyenler' },
  { value: 'sent', label: 'Gönderilenler' },
]

const empty: Record<string, string> = {
  '': 'Henüz e-posta yok',
  failed: 'Gönderilemeyen e-posta yok',
  waiting: 'Sırada bekleyen e-posta yok',
  sent: 'Henüz gönderilmiş e-posta yok',
}

/** The log of all mails: what went out, what waits, what failed and why. */
export default function Mails() {
  const asked = useQuery()
  const { get, page, set, filter } = asked
  const [q, state] = [get('q'), states.some(({ value }) => value === get('durum')) ? get('durum') : '']
  const query = queryString({ page, limit: 25, q, state: state || 'all' })
  const list = useList(asked, query, (signal) =>
    adminCall<'GET /admin/mails'>('GET', `/admin/mails?${query}`, undefined, { signal }),
  )
  return (
    <>
      <h1 className="mb-4 font-display text-2xl">E-postalar</h1>
      <search className="mb-4 flex flex-wrap items-center gap-3">
        <SearchBox
          label="E-posta ara"
          placeholder="Alıcı veya konu"
          q={q}
          onSearch={(q) => filter({ q }, { replace: true })}
        />
        <Filter label="Duruma göre süz" value={state} options={states} onChange={(durum) => filter({ durum })} />
      </search>
      <PagedList
        list={list}
        query={asked}
        what="E-postalar"
        otherwise="E-postalar alınamadı"
        empty={
          <EmptyList title={q ? 'Bu aramaya uyan e-posta yok' : (empty[state] ?? '')}>
            {q && (
              <Button look="secondary" onClick={() => filter({ q: '' })}>
                Aramayı temizle
              </Button>
            )}
          </EmptyList>
        }
      >
        {({ data }) => (
          <ul className="border-line border-t bg-surface text-sm">
            {data.map((mail) => (
              <MailRow key={mail.id} mail={mail} onOpen={() => set({ posta: mail.id })} />
            ))}
          </ul>
        )}
      </PagedList>
      <MailSheet id={get('posta') || undefined} onClose={() => set({ posta: '' })} onResent={list.again} />
    </>
  )
}

function MailRow({ mail, onOpen }: { mail: WireMail; onOpen: () => void }) {
  const { words, tone } = stateOfMail(mail)
  return (
    <li>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={onOpen}
        className="grid w-full gap-x-6 gap-y-0.5 border-line border-b px-3 py-3 text-left hover:bg-paper sm:grid-cols-[minmax(0,1fr)_auto]"
      >
        <span className="min-w-0 break-words font-medium">{mail.subject}</span>
        <span className="text-muted tabular-nums sm:text-right">{formatMoment(mail.sentAt ?? mail.createdAt)}</span>
        <span className="min-w-0 break-all text-muted">
          {mail.to} · {kindLabel(mail.kind)}
        </span>
        <span className={`sm:text-right ${tone}`}>{words}</span>
        {mail.lastError && (
          <span className="min-w-0 break-words text-bad sm:col-span-2">{mailErrorWords(mail.lastError)}</span>
        )}
      </button>
    </li>
  )
}
