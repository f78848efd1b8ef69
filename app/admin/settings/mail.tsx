import { Link } from 'react-router'
import type { WireSettings } from '#api/wire/admin/settings.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { adminCall } from '../parts/api.ts'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'
import type { SectionProps } from './section.ts'
import { EnvironmentFacts, SaveBar, SectionHead } from './section-parts.tsx'
import { useSection } from './use-section.ts'

/** The sender of mails, and a test whether they arrive. */
export function MailSection({ settings: { mail, environment }, onSaved, onReload }: SectionProps) {
  const { field, form, bar } = useSection<'senderName' | 'senderEmail', WireSettings>({
    send: (body) => adminCall<'PUT /admin/settings/mail'>('PUT', '/admin/settings/mail', body),
    initial: mail.settings,
    bodyOf: (values) => ({ ...values, version: mail.version }),
    onSaved,
  })

  return (
    <form {...form}>
      <SectionHead title="E-posta">
        Müşterilere giden e-postaların göndereni. Boş bırakılan alanda, silik yazılan değer kullanılır.
      </SectionHead>
      <div className="grid gap-4">
        <Field
          label="Gönderen adı"
          placeholder={mail.defaults.senderName}
          maxLength={60}
          autoComplete="off"
          {...field('senderName')}
        />
        <Field
          label="Gönderen adresi"
          hint="E-posta sunucunuzun bu adresten göndermeye izni olmalı; yoksa e-postalar istenmeyen kutusuna düşer."
          type="email"
          placeholder={mail.defaults.senderEmail}
          maxLength={254}
          autoComplete="off"
          {...field('senderEmail')}
        />
        <SaveBar {...bar} onReload={onReload} />
      </div>
      <TestMail ready={environment.smtpSet} />
      <EnvironmentFacts
        facts={[
          {
            label: 'E-posta sunucusu',
            value: environment.smtpHost ?? 'Ayarlı değil; e-postalar kimseye gitmez, mağazanın veri klasörüne yazılır',
            outside: environment.fixed.mail,
          },
          {
            label: 'Form iletim hizmeti',
            value: environment.formMailSet ? 'Ayarlı' : 'Ayarlı değil; form mesajlarını mağaza kendisi yollar',
            outside: true,
          },
        ]}
      />
    </form>
  )
}

function TestMail({ ready }: { ready: boolean }) {
  const { busy, submit } = useAdminSubmit('Deneme e-postası gönderilemedi. Lütfen tekrar deneyin.')

  const send = () =>
    submit(async () => {
      const { message } = await adminCall('POST', '/admin/settings/mail/test', {})
      return message ?? 'Deneme e-postası gönderiliyor.'
    })

  return (
    <section className="mt-8">
      <h3 className="font-semibold">Deneme</h3>
      <p className="mt-1 mb-3 text-muted text-sm">
        Kendi adresinize bir e-posta gönderin; gelen kutunuza düşüyorsa müşterilerinize de ulaşıyor demektir.
        {!ready &&
          ' Şu anda e-posta sunucusu ayarlı olmadığı için e-posta kimseye gitmez, yalnızca mağazanın veri klasörüne yazılır.'}{' '}
        Sonucu{' '}
        <Link to="/admin/e-postalar" className="underline underline-offset-4">
          E-postalar
        </Link>{' '}
        bölümünde görürsünüz.
      </p>
      <Button look="secondary" disabled={busy} onClick={send}>
        {busy ? 'Gönderiliyor…' : 'Deneme e-postası gönder'}
      </Button>
    </section>
  )
}
