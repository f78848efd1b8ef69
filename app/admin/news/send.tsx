import { useState } from 'react'
import type { WireNewsletterDetail } from '#api/wire/news.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { useFields } from '#app/ui/form.ts'
import { useUnsavedChange } from '#app/ui/leaving/unsaved.ts'
import { Notice } from '#app/ui/notice.tsx'
import { toast } from '#app/ui/toast.tsx'
import { useSubmit } from '#app/ui/use-submit.ts'
import { adminCall, sentenceOf } from '../parts/api.ts'
import { AskingPanel } from '../parts/leaving/asking-panel.tsx'
import { Count } from './audience.tsx'
import { audienceText } from './words.ts'

type SendProps = {
  open: boolean
  newsletter: WireNewsletterDetail
  onClose: () => void
  onSent: (newsletter: WireNewsletterDetail) => void
}

/** Asks once more before others hear of it: to how many, and when. */
export function SendDialog({ open, ...rest }: SendProps) {
  return (
    <AskingPanel open={open} onClose={rest.onClose} title="Bülteni gönder" side="center">
      {(leave) => open && <SendForm {...rest} onClose={leave} />}
    </AskingPanel>
  )
}

function SendForm({ newsletter: { id, version, subject, audience }, onClose, onSent }: Omit<SendProps, 'open'>) {
  const [later, setLater] = useState(false)
  const fields = useFields({ at: '' })
  useUnsavedChange(fields.values)
  const { busy, bad, submit } = useSubmit({
    form: fields,
    failure: (error) => sentenceOf(error, 'Bülten gönderilemedi. Lütfen tekrar deneyin.'),
  })

  const send = () => {
    if (!fields.accept(later && !fields.values.at ? { at: 'Tarih ve saati seçin' } : {})) return
    void submit(async () => {
      const { data, message } = await adminCall<'POST /admin/newsletters/{id}/send'>(
        'POST',
        `/admin/newsletters/${id}/send`,
        { version, ...(later ? { at: fields.values.at.slice(0, 16) } : {}) },
      )
      toast('good', message ?? 'Bülten gönderime alındı.')
      onSent(data)
    })
  }

  return (
    <form
      ref={fields.form}
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div className="grid gap-1">
        <p className="break-words font-medium">{subject}</p>
        <p className="text-muted text-sm">{audienceText(audience)}</p>
        <Count audience={audience} />
      </div>
      <fieldset className="grid gap-1">
        <legend className="mb-1 font-medium text-sm">Ne zaman?</legend>
        {[
          { value: false, label: 'Hemen' },
          { value: true, label: 'İleri bir tarihte' },
        ].map(({ value, label }) => (
          <label key={label} className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
            <input
              type="radio"
              name="when"
              checked={later === value}
              onChange={() => setLater(value)}
              className="size-5 accent-ink"
            />
            {label}
          </label>
        ))}
        {later && <Field label="Tarih ve saat (İstanbul)" type="datetime-local" {...fields.field('at')} />}
      </fieldset>
      {bad && <Notice tone="bad">{bad}</Notice>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="quiet" disabled={busy} onClick={onClose}>
          Vazgeç
        </Button>
        <Button type="submit" disabled={busy}>
          {busy ? 'Bekleyin…' : later ? 'Planla' : 'Gönder'}
        </Button>
      </div>
    </form>
  )
}
