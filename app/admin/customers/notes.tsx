import { type FormEvent, useState } from 'react'
import type { WireCustomerDetail } from '#api/wire/customers.ts'
import { Button } from '#app/ui/button.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { formatMoment } from '#shop/time.ts'
import { adminCall } from '../parts/api.ts'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'

type NotesProps = { customer: WireCustomerDetail; onChanged: (customer: WireCustomerDetail) => void }

export function CustomerNotes({ customer: { id, notes }, onChanged }: NotesProps) {
  const [text, setText] = useState('')
  const { busy, submit } = useAdminSubmit('Not kaydedilemedi. Lütfen tekrar deneyin.')

  function save(event: FormEvent) {
    event.preventDefault()
    submit(async () => {
      const path = `/admin/customers/${id}/notes` as const
      const { data, message } = await adminCall<'POST /admin/customers/{id}/notes'>('POST', path, { text })
      setText('')
      onChanged(data)
      return message
    })
  }

  return (
    <div className="grid gap-4">
      <form onSubmit={save} className="grid gap-2">
        <TextArea
          label="Yeni not"
          hint="Müşteri görmez; sonradan değiştirilemez."
          maxLength={2000}
          rows={2}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {text.trim() !== '' && (
          <Button type="submit" look="secondary" disabled={busy} className="justify-self-start">
            {busy ? 'Kaydediliyor…' : 'Notu ekle'}
          </Button>
        )}
      </form>
      {notes.length > 0 && (
        <ol className="grid gap-3">
          {notes.map((note) => (
            <li key={note.id} className="border-line border-l-2 pl-4 text-sm">
              <p className="whitespace-pre-line break-words">{note.text}</p>
              <p className="text-muted">
                {note.author}, {formatMoment(note.createdAt)}
              </p>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
