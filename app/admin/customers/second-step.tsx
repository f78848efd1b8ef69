import { useState } from 'react'
import type { WireCustomerDetail } from '#api/wire/customers.ts'
import { Button } from '#app/ui/button.tsx'
import { Confirm } from '#app/ui/confirm.tsx'
import { adminCall } from '../parts/api.ts'
import { useFocusBeside } from '../parts/focus/beside.ts'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'
import { customerName } from './words.ts'

type ResetProps = { customer: WireCustomerDetail; onChanged: (customer: WireCustomerDetail) => void }

/** Lets a customer in again who lost her telephone and her recovery codes, after saying what to make sure of. */
export function ResetSecondStep({ customer, onChanged }: ResetProps) {
  const [asking, setAsking] = useState(false)
  const holdFocus = useFocusBeside(asking)
  const { busy, submit } = useAdminSubmit('İki adımlı giriş kapatılamadı. Lütfen tekrar deneyin.')

  const reset = () =>
    submit(async () => {
      const path = `/admin/customers/${customer.id}/second-step/reset` as const
      const { data, message } = await adminCall<'POST /admin/customers/{id}/second-step/reset'>('POST', path)
      setAsking(false)
      holdFocus()
      onChanged(data)
      return message
    })

  return (
    <>
      <Button look="quiet" onClick={() => setAsking(true)}>
        İki adımlı girişi kapat
      </Button>
      <Confirm
        open={asking}
        title={`${customerName(customer)}: iki adımlı giriş kapatılsın mı?`}
        action="İki adımlı girişi kapat"
        busy={busy}
        onClose={() => setAsking(false)}
        onConfirm={reset}
      >
        <div className="grid gap-2">
          <p className="font-medium">
            Önce isteyenin gerçekten o olduğundan emin olun: teslim edilmiş bir siparişindeki telefon numarasından onu
            siz arayın.
          </p>
          <p>
            Gelen bir e-posta ya da yeni verilen bir numara yetmez: şifresini ele geçiren biri de aynısını isteyebilir.
            Emin değilseniz kapatmayın.
          </p>
          <p className="text-muted">
            Hesabına artık yalnızca şifresiyle girilir; doğrulama uygulaması, geçiş anahtarları ve kurtarma kodları
            geçmez olur. Açık oturumları kapanır ve kendisine e-posta ile bildirilir. İki adımlı girişi yeniden ancak
            kendisi açabilir.
          </p>
        </div>
      </Confirm>
    </>
  )
}
