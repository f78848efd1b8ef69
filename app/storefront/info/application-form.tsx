import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useHydrated } from '#app/browser/use-hydrated.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { applicationConsent } from '#shop/accounts/consents/words.ts'
import { useShop } from '../../frame/use-shop.ts'
import { Part } from './application-part.tsx'
import { ApplicationParts } from './application-parts.tsx'
import { Trap } from './trap.tsx'
import { type Sent, useApplication } from './use-application.ts'

/** Work with us, in seven parts. What is typed stays in this browser until it is sent or cleared; a file does not. */
export function ApplicationForm() {
  const [sent, setSent] = useState<Sent>()
  return sent ? <ApplicationSent {...sent} onAgain={() => setSent(undefined)} /> : <Form onSent={setSent} />
}

function Form({ onSent }: { onSent: (sent: Sent) => void }) {
  const hydrated = useHydrated()
  const { fields, file, chooseFile, sending, problem, send, startOver } = useApplication(onSent)
  return (
    <form ref={fields.form} onSubmit={send} method="post" noValidate className="mt-10 grid grid-cols-1 gap-12">
      <ApplicationParts
        values={fields.values}
        field={fields.field}
        set={fields.set}
        fileError={fields.wrong.file}
        file={file}
        onFile={chooseFile}
      />
      <Consents {...fields} />
      <Trap />
      <div className="grid grid-cols-1 gap-4">
        {problem && <Notice tone="bad">{problem}</Notice>}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" disabled={sending || !hydrated} className="min-h-14 max-sm:w-full">
            {sending ? 'Gönderiliyor...' : 'Başvurumu Gönder'}
          </Button>
          <Button look="quiet" disabled={sending} onClick={startOver}>
            Formu temizle
          </Button>
        </div>
        <AnswerTime />
      </div>
    </form>
  )
}

type Consent = 'consentKvkk' | 'consentContact' | 'consentMarketing'

function Consents({ values, wrong, set }: ReturnType<typeof useApplication>['fields']) {
  const box = (name: Consent) => ({
    name,
    checked: values[name] !== '',
    error: wrong[name],
    onChange: () => set(name, values[name] === '' ? 'evet' : ''),
  })
  return (
    <Part number={7} title="Onaylar">
      <Checkbox required {...box('consentKvkk')}>
        Kişisel verilerimin işlenmesine ilişkin{' '}
        <Link to="/bilgi?section=gizlilik-sozlesmesi" target="_blank" className="underline underline-offset-4">
          aydınlatma metnini
          <span className="sr-only"> (yeni sekmede açılır)</span>
        </Link>{' '}
        okudum.
      </Checkbox>
      <Checkbox required {...box('consentContact')}>
        Başvurumla ilgili olarak benimle e-posta veya telefonla iletişime geçilmesini kabul ediyorum.
      </Checkbox>
      <Checkbox {...box('consentMarketing')}>{applicationConsent} (isteğe bağlı)</Checkbox>
    </Part>
  )
}

/** When the shop answers, and where to ask. */
function AnswerTime() {
  const email = useShop()?.shop.email
  return (
    <p className="text-muted text-sm">
      Başvurunuza 5 iş günü içinde yanıt veririz. Sorularınız için{' '}
      <a href={`mailto:${email}`} className="underline underline-offset-4">
        {email}
      </a>{' '}
      adresine yazabilirsiniz. Yazdıklarınız, siz gönderene veya temizleyene kadar bu tarayıcıda taslak olarak kalır.
    </p>
  )
}

function ApplicationSent({ wantsNews, onAgain }: Sent & { onAgain: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section role="status" className="mt-10 grid animate-arrive gap-4 bg-nar-soft px-6 py-10">
      <h2 ref={heading} tabIndex={-1} className="font-display text-2xl outline-none">
        Başvurunuz bize ulaştı
      </h2>
      <p>Zaman ayırdığınız için teşekkür ederiz. Başvurunuzu inceleyip 5 iş günü içinde size dönüş yapacağız.</p>
      {wantsNews && (
        <p>
          Adresiniz daha önce doğrulanmadıysa kampanya izniniz, e-postayla gönderdiğimiz bağlantıyı onaylayınca geçerli
          olur.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Link to="/" className={buttonClass('primary')}>
          Mağazaya dön
        </Link>
        <Button look="secondary" onClick={onAgain}>
          Yeni başvuru
        </Button>
      </div>
    </section>
  )
}
