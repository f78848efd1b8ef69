import type { WireMessage } from '#api/wire/admin/messages.ts'
import { ApiError } from '#app/browser/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { formatMoment } from '#shop/time.ts'
import { adminCall } from '../parts/api.ts'
import { EmptyList, PagedList } from '../parts/list-parts.tsx'
import { Filter, SearchBox } from '../parts/search-box.tsx'
import { useList } from '../parts/use-list.ts'
import { queryString, useQuery } from '../parts/use-query.ts'
import { kindLabels, stateOfMessage, summaryOf } from './message-words.ts'
import { MessageSheet } from './sheet.tsx'

const kinds = [
  { value: '', label: 'Sorunlar ve başvurular' },
  { value: 'problem-report', label: 'Sorun bildirimleri' },
  { value: 'application', label: 'Başvurular' },
  { value: 'stock-notice', label: 'Stok istekleri' },
  { value: 'letter', label: 'Sizin yazdıklarınız' },
]

const states = [
  { value: '', label: 'Yanıt bekleyenler' },
  { value: 'unread', label: 'Okunmamışlar' },
  { value: 'answered', label: 'Yanıtlananlar' },
  { value: 'archived', label: 'Arşiv' },
]

const empty: Record<string, { title: string; text: string }> = {
  '': { title: 'Yanıt bekleyen mesaj yok', text: 'Sorun bildirimleri ve başvurular geldiğinde burada görünür.' },
  unread: { title: 'Okunmamış mesaj yok', text: 'Hepsine baktınız.' },
  answered: { title: 'Yanıtlanmış mesaj yok', text: 'Yanıtladığınız mesajlar burada durur.' },
  archived: { title: 'Arşiv boş', text: 'İşiniz biten mesajları arşive kaldırabilirsiniz; silinmezler.' },
}

/** The messages that people sent: newest first, those that wait for an answer before the others. */
export function MessageInbox() {
  const asked = useQuery()
  const { get, page, set, filter, clear } = asked
  const [q, kind, state, opened] = [get('q'), get('tur'), get('durum'), get('mesaj')]
  const query = queryString({ page, limit: 25, q, kind: kind || 'written', state: state || 'open' })
  const {
    state: loaded,
    again,
    change,
  } = useList(asked, query, (signal) =>
    adminCall<'GET /admin/messages'>('GET', `/admin/messages?${query}`, undefined, { signal }),
  )
  return (
    <>
      <Filters query={asked} unread={loaded.kind === 'ready' ? loaded.value.unread : 0} />
      <PagedList
        list={{ state: loaded, again: loaded.kind === 'failed' && wrongFilter(loaded.error) ? () => clear() : again }}
        query={asked}
        what="Mesajlar"
        otherwise="Mesajlar alınamadı"
        empty={<NoMessages state={state} q={q} onClear={() => filter({ q: '', tur: '' })} />}
      >
        {({ data }) => <MessageList messages={data} onOpen={(id) => set({ mesaj: id })} />}
      </PagedList>
      <MessageSheet
        id={opened || undefined}
        onClose={() => {
          set({ mesaj: '' })
          again()
        }}
        onChanged={(message) =>
          change((list) => ({ ...list, data: list.data.map((other) => (other.id === message.id ? message : other)) }))
        }
      />
    </>
  )
}

function Filters({ query: { get, filter }, unread }: { query: ReturnType<typeof useQuery>; unread: number }) {
  return (
    <search className="mb-4 flex flex-wrap items-center gap-3">
      <SearchBox
        label="Mesaj ara"
        placeholder="Ad, e-posta veya mesajdan bir söz"
        q={get('q')}
        onSearch={(q) => filter({ q }, { replace: true })}
      />
      <Filter label="Türe göre süz" value={get('tur')} options={kinds} onChange={(tur) => filter({ tur })} />
      <Filter label="Duruma göre süz" value={get('durum')} options={states} onChange={(durum) => filter({ durum })} />
      <p role="status" className="text-muted text-sm">
        {unread > 0 && `${unread} okunmamış`}
      </p>
    </search>
  )
}

/** An address with a mistyped filter fails each time it is fetched. */
function wrongFilter(error: unknown): boolean {
  return error instanceof ApiError && error.status === 400
}

function MessageList({ messages, onOpen }: { messages: WireMessage[]; onOpen: (id: string) => void }) {
  return (
    <ul className="border-line border-t bg-surface text-sm">
      {messages.map((message) => (
        <MessageRow key={message.id} message={message} onOpen={() => onOpen(message.id)} />
      ))}
    </ul>
  )
}

function MessageRow({ message, onOpen }: { message: WireMessage; onOpen: () => void }) {
  const fresh = message.readAt === null
  return (
    <li>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={onOpen}
        className="grid w-full grid-cols-[auto_1fr_auto] items-start gap-x-3 gap-y-0.5 border-line border-b px-3 py-3 text-left hover:bg-paper"
      >
        <span aria-hidden="true" className={`mt-1.5 size-2 rounded-full ${fresh ? 'bg-nar' : ''}`} />
        <span className={`min-w-0 break-words ${fresh ? 'font-semibold' : ''}`}>
          {message.email} <span className="font-normal text-muted">· {kindLabels[message.kind]}</span>
        </span>
        <span className="text-muted tabular-nums max-sm:col-start-2">{formatMoment(message.createdAt)}</span>
        <span className="col-start-2 line-clamp-2 min-w-0 break-words">{summaryOf(message)}</span>
        <span className="flex items-center gap-2 text-muted max-sm:col-start-2 sm:justify-end">
          {message.file && (
            <span className="flex items-center gap-1">
              <Icon name="box" size={16} />
              Dosya
            </span>
          )}
          {stateOfMessage(message)}
        </span>
      </button>
    </li>
  )
}

function NoMessages({ state, q, onClear }: { state: string; q: string; onClear: () => void }) {
  if (q) {
    return (
      <EmptyList title="Bu aramaya uyan mesaj yok">
        <Button look="secondary" onClick={onClear}>
          Aramayı temizle
        </Button>
      </EmptyList>
    )
  }
  const words = empty[state] ?? empty['']
  return <EmptyList title={words?.title ?? ''}>{words?.text}</EmptyList>
}
