import type { WireCustomerDetail } from '#api/wire/customers.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { bounceWords } from '#shop/mail/bounces/words.ts'
import { formatDate } from '#shop/time.ts'
import { adminCall } from '../parts/api.ts'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'

type BounceProps = { customer: WireCustomerDetail; onChanged: (customer: WireCustomerDetail) => void }

/** Mails to her come back: why, what that means for the next ones, and the way to try again. */
export function CustomerBounce({ customer: { id, bounce }, onChanged }: BounceProps) {
  const { busy, submit } = useAdminSubmit('Kayıt silinemedi. Lütfen tekrar deneyin.')
  if (!bounce) return null

  const forget = () =>
    submit(async () => {
      const path = `/admin/customers/${id}/bounce` as const
      const { data, message } = await adminCall<'DELETE /admin/customers/{id}/bounce'>('DELETE', path)
      onChanged(data)
      return message
    })

  return (
    <Notice tone={bounce.hard ? 'bad' : 'plain'}>
      <p className="font-medium">
        {bounceWords(bounce)}. {formatDate(bounce.at)} tarihinde bir e-posta geri döndü.
      </p>
      {bounce.reason && <p className="break-words text-muted">“{bounce.reason}”</p>}
      {bounce.hard && (
        <>
          <p className="mt-1">
            Bu adrese bülten, indirim ve stok bildirimi gönderilmiyor; sipariş e-postaları gönderilmeye devam ediyor.
            Müşteri adresini değiştirince ya da doğrulayınca kendiliğinden açılır.
          </p>
          <Button look="secondary" disabled={busy} onClick={forget} className="mt-2 text-sm!">
            {busy ? 'Kaydediliyor…' : 'Adres çalışıyor, yeniden gönder'}
          </Button>
        </>
      )}
    </Notice>
  )
}
