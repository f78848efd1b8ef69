import { type FormEvent, useState } from 'react'
import { saveFile } from '#app/browser/save-file.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { useFields } from '#app/ui/form.ts'
import { Panel } from '#app/ui/panel.tsx'
import { after, days, istanbulDay } from '#shop/time.ts'
import { adminOpen } from '../parts/api.ts'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'

/** A month's sales and refunds with their tax, for the accountant. */
export function AccountantFile() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button look="quiet" size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Muhasebe dosyası
      </Button>
      <Panel open={open} onClose={() => setOpen(false)} title="Muhasebe dosyası" side="center">
        <MonthForm />
      </Panel>
    </>
  )
}

function MonthForm() {
  const fields = useFields<'month'>(() => ({ month: lastMonth() }))
  const { busy, submit } = useAdminSubmit('Dosya hazırlanamadı. Lütfen tekrar deneyin.', { form: fields })

  function fetchFile(event: FormEvent) {
    event.preventDefault()
    submit(async () => {
      const { month } = fields.values
      const answer = await adminOpen('GET', `/admin/invoices/export?month=${encodeURIComponent(month)}`, undefined, {})
      saveFile(await answer.blob(), `muhasebe-${month}.xlsx`)
    })
  }

  return (
    <form ref={fields.form} onSubmit={fetchFile} noValidate className="grid gap-4">
      <p className="text-muted text-sm">
        O ay ödemesi alınan siparişler, yapılan iadeler ve ödenmiş siparişlerdeki değişiklikler, her biri kendi
        satırında; matrah ve KDV oranlara ayrılmış olarak.
      </p>
      <Field label="Ay" type="month" placeholder="2026-11" required {...fields.field('month')} />
      <Button type="submit" disabled={busy} className="justify-self-end">
        {busy ? 'Hazırlanıyor…' : 'XLSX indir'}
      </Button>
    </form>
  )
}

/** The month that has ended: '2026-10' in November. */
function lastMonth(): string {
  const today = new Date()
  return istanbulDay(after(today, -days(Number(istanbulDay(today).slice(8))))).slice(0, 7)
}
