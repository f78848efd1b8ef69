import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { SaveButton } from '../parts/leaving/save-button.tsx'
import { UnsavedGuard } from '../parts/unsaved-guard.tsx'

type SaveBarProps = { busy: boolean; unsaved: boolean; conflict: boolean; onReload: () => void; children?: ReactNode }

/** Stays at the bottom edge of a long form: the button, and whether there is anything to save; asks before that is left. */
export function SaveBar({ busy, unsaved, conflict, onReload, children }: SaveBarProps) {
  return (
    <div className="sticky bottom-0 z-10 grid gap-3 border-line border-t bg-paper py-3">
      {conflict && (
        <Notice tone="bad">
          <p>Bu ayarlar siz düzenlerken başka biri tarafından değiştirildi; sizinkiler kaydedilmedi.</p>
          <Button look="quiet" onClick={onReload}>
            Güncel ayarları getir (yazdıklarınız silinir)
          </Button>
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SaveButton type="submit" idle={busy || !unsaved}>
          {busy ? 'Kaydediliyor…' : 'Kaydet'}
        </SaveButton>
        {children}
        <p role="status" className="text-muted text-sm">
          {unsaved && !busy && 'Kaydedilmemiş değişiklikler var'}
        </p>
      </div>
      <UnsavedGuard unsaved={unsaved}>
        Bu bölümde kaydetmediğiniz değişiklikler var. Ayrılırsanız bunlar silinir.
      </UnsavedGuard>
    </div>
  )
}

/** `outside`: only who runs the server can change it; otherwise the wizard does. */
export type EnvironmentFact = { label: string; value: string; outside: boolean }

/** Settings of the server; shown, never changed here. */
export function EnvironmentFacts({ facts }: { facts: EnvironmentFact[] }) {
  return (
    <section className="mt-10">
      <h3 className="font-semibold">Sunucu ayarları</h3>
      <p className="mt-1 mb-3 text-muted text-sm">
        Ödeme anahtarları, e-posta sunucusu ve alan adı{' '}
        <Link to="/admin/kurulum" className="underline underline-offset-4">
          Yayına geçiş
        </Link>{' '}
        adımlarında girilir. Sunucu ayarlarında belirlenmiş olanlar panelden değiştirilemez; değiştirmek için sunucunuzu
        kuran kişiye danışın. Anahtarların yalnızca ayarlı olup olmadığı gösterilir.
      </p>
      <dl className="border-line border-t text-sm">
        {facts.map(({ label, value, outside }) => (
          <div
            key={label}
            className="grid items-baseline gap-x-4 border-line border-b py-2.5 sm:grid-cols-[13rem_minmax(0,1fr)_auto]"
          >
            <dt className="text-muted">{label}</dt>
            <dd className="break-words">{value}</dd>
            <dd className="text-muted">{outside ? 'Sunucu ayarlarında belirlenir' : 'Yayına geçiş’te girilir'}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

export function SectionHead({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mb-6">
      <h2 className="font-display text-xl">{title}</h2>
      <p className="mt-1 text-muted text-sm">{children}</p>
    </div>
  )
}
