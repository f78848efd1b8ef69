import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/field.tsx'
import { useFields, type Wrong } from '#app/ui/form.ts'
import { Notice } from '#app/ui/notice.tsx'
import { useHydrated } from '#app/use-hydrated.ts'
import { checkApplication, checkApplicationFile } from '#shop/messages/checks.ts'
import { seconds } from '#shop/time.ts'
import { type ApplicationValues, blankApplication, forgetDraft, keepDraft, readDraft } from './application-draft.ts'
import { Part } from './application-part.tsx'
import { ApplicationParts } from './application-parts.tsx'
import { sendForm } from './form-sending.ts'
import { Trap, trapName, trapped } from './trap.tsx'
import { useShop } from './use-shop.ts'

const failure = 'Başvurunuz gönderilirken bir hata oluştu. Lütfen tekrar deneyin.'

/** Work with us, in seven parts. What is typed stays in this browser until it is sent or cleared; a file does not. */
export function ApplicationForm() {
  const [sent, setSent] = useState(false)
  return sent ? <ApplicationSent onAgain={() => setSent(false)} /> : <Form onSent={() => setSent(true)} />
}

function Form({ onSent }: { onSent: () => void }) {
  const hydrated = useHydrated()
  const { values, wrong, field, form, set, accept, clear } = useFields<keyof ApplicationValues | 'file'>({
    ...blankApplication,
    file: '',
  })
  const [file, setFile] = useState<File>()
  const [state, setState] = useState<{ kind: 'idle' | 'sending' } | { kind: 'failed'; text: string }>({ kind: 'idle' })
  const shop = useShop()?.shop
  const endDraft = useDraft(values, set)
  const sending = state.kind === 'sending'

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const trap = trapped(event.currentTarget)
    if (sending) return
    const errors: Wrong<keyof typeof values> = { ...checkApplication(withChoices(values)) }
    const wrongFile = file && checkApplicationFile(file)
    if (wrongFile) errors.file = wrongFile
    if (!accept(errors)) return setState({ kind: 'failed', text: 'Lütfen işaretli alanları kontrol edin.' })
    setState({ kind: 'sending' })
    const result = await sendForm('/forms/application', formDataOf(values, file, trap), failure)
    if (result.kind === 'sent') {
      endDraft()
      return onSent()
    }
    if (result.kind === 'wrong') accept(result.fields)
    setState({
      kind: 'failed',
      text: result.kind === 'failed' ? result.text : (Object.values(result.fields)[0] ?? failure),
    })
  }

  const box = (name: 'consentKvkk' | 'consentContact' | 'consentMarketing') => ({
    name,
    checked: values[name] !== '',
    error: wrong[name],
    onChange: () => set(name, values[name] === '' ? 'evet' : ''),
  })

  return (
    <form ref={form} onSubmit={submit} method="post" noValidate className="mt-10 grid gap-12">
      <ApplicationParts
        values={values}
        field={field}
        set={set}
        fileError={wrong.file}
        file={file}
        onFile={(file) => {
          set('file', '')
          setFile(file)
          const wrongFile = file && checkApplicationFile(file)
          if (wrongFile) accept({ ...wrong, file: wrongFile })
        }}
      />
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
        <Checkbox {...box('consentMarketing')}>
          Yeniliklerden ve kampanyalardan e-posta ile haberdar olmak istiyorum. (isteğe bağlı)
        </Checkbox>
      </Part>
      <Trap />
      <div className="grid gap-4">
        {state.kind === 'failed' && <Notice tone="bad">{state.text}</Notice>}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" disabled={sending || !hydrated} className="min-h-14 max-sm:w-full">
            {sending ? 'Gönderiliyor...' : 'Başvurumu Gönder'}
          </Button>
          <Button
            look="quiet"
            disabled={sending}
            onClick={() => {
              clear()
              setFile(undefined)
              setState({ kind: 'idle' })
              forgetDraft()
              form.current?.reset()
            }}
          >
            Formu temizle
          </Button>
        </div>
        <p className="text-muted text-sm">
          Başvurunuza 5 iş günü içinde yanıt veririz. Sorularınız için{' '}
          <a href={`mailto:${shop?.email}`} className="underline underline-offset-4">
            {shop?.email}
          </a>{' '}
          adresine yazabilirsiniz. Yazdıklarınız, siz gönderene veya temizleyene kadar bu tarayıcıda taslak olarak
          kalır.
        </p>
      </div>
    </form>
  )
}

function ApplicationSent({ onAgain }: { onAgain: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section role="status" className="mt-10 grid animate-arrive gap-4 bg-nar-soft px-6 py-10">
      <h2 ref={heading} tabIndex={-1} className="font-display text-2xl outline-none">
        Başvurunuz bize ulaştı
      </h2>
      <p>Zaman ayırdığınız için teşekkür ederiz. Başvurunuzu inceleyip 5 iş günü içinde size dönüş yapacağız.</p>
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

/**
 * Reads the draft once the page is there (the server knows of none), then keeps it a moment after each change. Gives what
 * forgets it for good, also a change of just before.
 */
function useDraft(values: ApplicationValues, set: (name: keyof ApplicationValues, text: string) => void) {
  const keeps = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    for (const [name, text] of Object.entries(readDraft())) set(name as keyof ApplicationValues, text)
    keeps.current = true
  }, [])
  useEffect(() => {
    if (!keeps.current) return
    const later = setTimeout(() => keeps.current && keepDraft(values), seconds(0.5))
    return () => clearTimeout(later)
  }, [values])
  return () => {
    keeps.current = false
    forgetDraft()
  }
}

function withChoices({ work_style, consentKvkk, consentContact, ...texts }: ApplicationValues) {
  return {
    ...texts,
    work_style: work_style.split(' ').filter(Boolean),
    consentKvkk: consentKvkk !== '',
    consentContact: consentContact !== '',
  }
}

function formDataOf(values: ApplicationValues & { file: string }, file: File | undefined, trap: string | undefined) {
  const { file: _, consentMarketing, ...rest } = values
  const { work_style, ...single } = withChoices({ ...rest, consentMarketing })
  const form = new FormData()
  for (const [name, value] of Object.entries(single)) form.set(name, String(value))
  form.set('consentMarketing', String(consentMarketing !== ''))
  for (const style of work_style) form.append('work_style', style)
  if (file) form.set('file', file)
  if (trap) form.set(trapName, trap)
  return form
}
