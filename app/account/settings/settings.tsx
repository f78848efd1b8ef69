import { type ReactNode, Suspense, useState } from 'react'
import { api } from '#app/browser/api-client.ts'
import { lazyOnline } from '#app/browser/lazy-online.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { ListFailed } from '../list-states.tsx'
import { Addresses } from './addresses.tsx'
import { SettingsComing } from './coming.tsx'
import { MailPreferences } from './mail-preferences.tsx'
import { OwnData } from './own-data.tsx'
import { PasswordForm } from './password-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import { Sessions } from './sessions.tsx'

const OwnSize = lazyOnline<object>(() => import('./own-size.tsx').then((m) => ({ default: m.OwnSize })))
const Security = lazyOnline(() => import('../security/security.tsx'))

/** The shopper's own settings: what changes often lies open, the rest is a row away. */
export function Settings() {
  const { state, again, change } = useLoaded('account', (signal) => api.get<'GET /account'>('/account', { signal }))
  if (state.kind === 'loading') return <SettingsComing />
  if (state.kind === 'failed')
    return <ListFailed error={state.error} otherwise="Ayarlar yüklenirken hata oluştu" onRetry={again} />
  const profile = state.value
  return (
    <div className="grid grid-cols-1 gap-8">
      <section aria-labelledby="ayar-kisisel">
        <h3 id="ayar-kisisel" className="mb-4 font-display text-xl">
          Kişisel bilgiler
        </h3>
        <ProfileForm key={profile.email} profile={profile} onSaved={(saved) => change(() => saved)} />
      </section>
      <section aria-labelledby="ayar-sifre" className="border-line border-t pt-6">
        <h3 id="ayar-sifre" className="mb-4 font-display text-xl">
          Şifre
        </h3>
        <PasswordForm email={profile.email} />
      </section>
      <div className="border-line border-y">
        <Part title="Bedenim" note="Giydiğiniz bedenler, isterseniz ölçüleriniz">
          <Suspense fallback={<Skeleton className="h-40" />}>
            <OwnSize />
          </Suspense>
        </Part>
        <Part title="Adreslerim" note="Ödeme adımında seçebileceğiniz teslimat adresleri">
          <Addresses />
        </Part>
        <Part title="E-posta tercihleri" note="Kampanya e-postaları">
          <MailPreferences />
        </Part>
        <Part title="Giriş güvenliği" note="İki adımlı giriş, geçiş anahtarları">
          <Suspense fallback={<Skeleton className="h-40" />}>
            <Security />
          </Suspense>
        </Part>
        <Part title="Açık oturumlar" note="Giriş yaptığınız cihazlar">
          <Sessions />
        </Part>
        <Part title="Verilerim" note="İndirme ve hesap silme">
          <OwnData />
        </Part>
      </div>
    </div>
  )
}

/** Its content is fetched when it is first opened. */
function Part({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  const [opened, setOpened] = useState(false)
  return (
    <details
      onToggle={(event) => event.currentTarget.open && setOpened(true)}
      className="group border-line [&+&]:border-t"
    >
      <summary className="grid min-h-16 cursor-pointer list-none grid-cols-[1fr_auto] items-center gap-x-4 py-3 [&::-webkit-details-marker]:hidden">
        <h3 className="font-display text-xl">{title}</h3>
        <span className="row-start-2 text-muted text-sm">{note}</span>
        <span className="row-span-2 transition-transform group-open:rotate-180 motion-reduce:transition-none">
          <Icon name="down" />
        </span>
      </summary>
      <div className="pt-2 pb-6">{opened && children}</div>
    </details>
  )
}
