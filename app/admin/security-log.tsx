import { useSearchParams } from 'react-router'
import { inputClass } from '#app/ui/field.tsx'
import { useLoaded } from '#app/use-loaded.ts'
import { formatMoment } from '#shop/time.ts'
import { adminCall } from './admin-api.ts'
import { EmptyList, ListFailed, Pages, TableComing } from './list-parts.tsx'

type Person = { id: string; email: string } | null
type ShownEvent = {
  id: string
  kind: string
  user: Person
  actor: Person
  maskedEmail: string | null
  address: string
  device: string
  detail: string
  createdAt: string
}

const kinds: Record<string, string> = {
  'account-created': 'Hesap açıldı',
  'account-deleted': 'Hesap silindi',
  'data-exported': 'Kişisel veriler indirildi',
  'email-change-requested': 'E-posta değişikliği istendi',
  'email-changed': 'E-posta değişti',
  login: 'Giriş yapıldı',
  'login-failed': 'Giriş başarısız',
  'login-limited': 'Giriş denemeleri sınırlandı',
  logout: 'Çıkış yapıldı',
  'password-changed': 'Şifre değişti',
  'password-check-failed': 'Şifre doğrulanamadı',
  'password-reset': 'Şifre sıfırlandı',
  'password-reset-requested': 'Şifre sıfırlama istendi',
  'role-changed': 'Yetki değişti',
  'sessions-ended': 'Oturumlar kapatıldı',
  'token-reused': 'Kullanılmış oturum anahtarı yeniden geldi',
}

/** Who signed in, who failed, and what was changed of accounts, newest first. */
export default function SecurityLog() {
  const [params, setParams] = useSearchParams()
  const kind = params.get('tur') ?? ''
  const page = Math.max(1, Math.trunc(Number(params.get('sayfa'))) || 1)
  const query = new URLSearchParams({ page: String(page), limit: '50', ...(kind && { kind }) })
  const { state, again } = useLoaded(query.toString(), (signal) =>
    adminCall<ShownEvent[]>('GET', `/admin/security-log?${query}`, undefined, { signal }),
  )
  return (
    <>
      <h1 className="mb-4 font-display text-2xl">Güvenlik kayıtları</h1>
      <select
        aria-label="Olaya göre süz"
        value={kind}
        onChange={(event) => setParams(event.target.value ? { tur: event.target.value } : {})}
        className={`${inputClass} mb-4 min-h-11! w-auto! max-w-full`}
      >
        <option value="">Tüm olaylar</option>
        {Object.entries(kinds).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      {state.kind === 'loading' && <TableComing what="Güvenlik kayıtları" />}
      {state.kind === 'failed' && (
        <ListFailed error={state.error} otherwise="Güvenlik kayıtları alınamadı" onAgain={again} />
      )}
      {state.kind === 'ready' &&
        (state.value.data.length === 0 ? (
          <EmptyList title="Kayıt yok" />
        ) : (
          <ul className="border-line border-t bg-surface text-sm">
            {state.value.data.map((event) => (
              <EventRow key={event.id} event={event} />
            ))}
          </ul>
        ))}
      {state.kind === 'ready' && (
        <Pages
          page={page}
          pages={state.value.pagination?.totalPages ?? 1}
          onPage={(page) => setParams({ ...(kind && { tur: kind }), sayfa: String(page) })}
        />
      )}
    </>
  )
}

function EventRow({ event }: { event: ShownEvent }) {
  const where = [event.device, event.address === 'system' ? 'mağazanın kendisi' : event.address].filter(Boolean)
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-line border-b px-3 py-2.5">
      <div className="min-w-0 flex-1 basis-72">
        <span className="font-medium">{kinds[event.kind] ?? event.kind}</span>
        <span className="ml-2 break-all text-muted">{event.user?.email ?? event.maskedEmail}</span>
        {event.actor && <span className="ml-2 text-muted">· yapan: {event.actor.email}</span>}
        {event.detail && <span className="ml-2 text-muted">· {event.detail}</span>}
      </div>
      <div className="text-muted tabular-nums">
        {where.join(' · ')} · {formatMoment(event.createdAt)}
      </div>
    </li>
  )
}
