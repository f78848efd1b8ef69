import { useSearchParams } from 'react-router'
import type { WireSecurityEvent } from '#api/wire/admin/records.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { formatMoment } from '#shop/time.ts'
import { adminCall } from '../parts/api.ts'
import { EmptyList, ListState, Pages } from '../parts/list-parts.tsx'
import { Filter } from '../parts/search-box.tsx'

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
  'passkey-added': 'Geçiş anahtarı eklendi',
  'passkey-removed': 'Geçiş anahtarı kaldırıldı',
  'recovery-code-used': 'Kurtarma kodu kullanıldı',
  'recovery-codes-renewed': 'Kurtarma kodları yenilendi',
  'role-changed': 'Yetki değişti',
  'second-step-failed': 'İkinci adım doğrulanamadı',
  'second-step-off': 'Doğrulama uygulaması kapatıldı',
  'second-step-on': 'Doğrulama uygulaması açıldı',
  'second-step-reset': 'İki adımlı giriş sıfırlandı',
  'sessions-ended': 'Oturumlar kapatıldı',
  'staff-invited': 'Ekibe davet edildi',
  'token-reused': 'Kullanılmış oturum anahtarı geldi',
}

/** Sign-ins, failed ones too, and changes of accounts, newest first. */
export default function SecurityLog() {
  const [params, setParams] = useSearchParams()
  const kind = params.get('tur') ?? ''
  const page = Math.max(1, Math.trunc(Number(params.get('sayfa'))) || 1)
  const query = new URLSearchParams({ page: String(page), limit: '50', ...(kind && { kind }) })
  const { state, again } = useLoaded(query.toString(), (signal) =>
    adminCall<'GET /admin/security-log'>('GET', `/admin/security-log?${query}`, undefined, { signal }),
  )
  return (
    <>
      <h1 className="mb-4 font-display text-2xl">Güvenlik kayıtları</h1>
      <div className="mb-4 flex">
        <Filter
          label="Olaya göre süz"
          value={kind}
          options={[
            { value: '', label: 'Tüm olaylar' },
            ...Object.entries(kinds).map(([value, label]) => ({ value, label })),
          ]}
          onChange={(tur) => setParams(tur ? { tur } : {})}
        />
      </div>
      <ListState state={state} what="Güvenlik kayıtları" otherwise="Güvenlik kayıtları alınamadı" onAgain={again} />
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

function EventRow({ event }: { event: WireSecurityEvent }) {
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
