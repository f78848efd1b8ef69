import { useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { adminCall } from '../parts/api.ts'
import { Sheet } from '../parts/sheet.tsx'
import { type AboutOrder, MessageForm } from './message-form.tsx'

type LetterProps = {
  customer: { id: string; firstName: string; email: string }
  orders: AboutOrder[]
  onSent: () => void
}

const unsaved = {
  title: 'Gönderilmemiş mesaj',
  action: 'Göndermeden kapat',
  words: 'Yazdığınız mesaj gönderilmedi; kapatırsanız silinir.',
}

/** Writes to a customer who asked nothing. */
export function Letter({ customer: { id, firstName, email }, orders, onSent }: LetterProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button look="secondary" size="small" onClick={() => setOpen(true)}>
        Mesaj yaz
      </Button>
      <Sheet
        id={open ? id : undefined}
        titleOf={() => 'Müşteriye mesaj'}
        onClose={() => setOpen(false)}
        unsaved={unsaved}
      >
        {() => (
          <MessageForm
            subject=""
            label="Mesajınız"
            firstName={firstName}
            orders={orders}
            hint={`${email} adresine mağazanızın adıyla gider. Siparişi ve sorduğu konu için yazın; tanıtım için izni gerekir.`}
            action="Mesajı gönder"
            failure="Mesaj gönderilemedi. Lütfen tekrar deneyin."
            send={async (values) => {
              const path = `/admin/customers/${id}/messages` as const
              const { message } = await adminCall<'POST /admin/customers/{id}/messages'>('POST', path, values)
              setOpen(false)
              onSent()
              return message
            }}
          />
        )}
      </Sheet>
    </>
  )
}
