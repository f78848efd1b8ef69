import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { WireCustomerDetail } from '#api/wire/customers.ts'
import { saveFile } from '#app/browser/save-file.ts'
import { Button } from '#app/ui/button.tsx'
import { Confirm } from '#app/ui/confirm.tsx'
import { adminCall, adminFile } from '../parts/api.ts'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'
import { MergeCustomers } from './merge.tsx'
import { ResetSecondStep } from './second-step.tsx'
import { customerName } from './words.ts'

type PrivacyProps = { customer: WireCustomerDetail; onChanged: (customer: WireCustomerDetail) => void }

/** Her data, her deletion, another account of hers, and her second step; who sees no sums has the last alone. */
export function CustomerPrivacy({ customer, onChanged }: PrivacyProps) {
  const all = customer.spent !== undefined
  const own = all && !customer.staff
  return (
    <div className="grid gap-3 text-sm">
      <p className="text-muted">
        {all && 'Kişisel verilerini isteyen ya da silinmesini isteyen müşteriye yanıtınızı buradan verin. '}
        {all && customer.staff && 'Ekibinizden birinin hesabı; Ekip sayfasında erişimi kaldırılınca silinebilir. '}
        {customer.secondStep &&
          'İki adımlı girişi açık; telefonunu ve kurtarma kodlarını kaybedip giremeyen müşteri için kapatabilirsiniz. '}
        Her işlem değişiklik geçmişine yazılır.
      </p>
      <div className="flex flex-wrap gap-2">
        {all && <TakeData customer={customer} />}
        {own && <MergeCustomers customer={customer} onMerged={onChanged} />}
        {customer.secondStep && <ResetSecondStep customer={customer} onChanged={onChanged} />}
        {own && <DeleteCustomer customer={customer} />}
      </div>
    </div>
  )
}

function TakeData({ customer: { id } }: { customer: WireCustomerDetail }) {
  const { busy, submit } = useAdminSubmit('Dosya indirilemedi. Lütfen tekrar deneyin.')
  const take = () =>
    submit(async () => saveFile(await adminFile(`/admin/customers/${id}/export`), 'musteri-verileri.html'))
  return (
    <Button look="secondary" disabled={busy} onClick={take}>
      {busy ? 'İndiriliyor…' : 'Verilerini indir'}
    </Button>
  )
}

function DeleteCustomer({ customer }: { customer: WireCustomerDetail }) {
  const [asking, setAsking] = useState(false)
  const navigate = useNavigate()
  const { busy, submit } = useAdminSubmit('Hesap silinemedi. Lütfen tekrar deneyin.')
  const open = openOf(customer)

  const remove = () =>
    submit(async () => {
      const path = `/admin/customers/${customer.id}` as const
      const { message } = await adminCall<'DELETE /admin/customers/{id}'>('DELETE', path)
      navigate('/admin/musteriler', { replace: true })
      return message
    })

  return (
    <>
      <Button look="quiet" onClick={() => setAsking(true)}>
        Müşteriyi sil
      </Button>
      <Confirm
        open={asking}
        title={`${customerName(customer)} silinsin mi?`}
        action="Kalıcı olarak sil"
        busy={busy}
        onClose={() => setAsking(false)}
        onConfirm={remove}
      >
        <div className="grid gap-2">
          <p>
            Hesabı, adresleri, favorileri, notlarınız ve izinleri silinir; açık oturumları kapanır ve kendisine e-posta
            ile bildirilir. Bu işlem geri alınamaz.
          </p>
          {open && (
            <p className="font-semibold">{open} var: adı ve adresi onlarda kalır, yine gönderip bitirebilirsiniz.</p>
          )}
          <p className="text-muted">
            Sipariş kayıtları, mesafeli satış mevzuatı gereği üç yıl saklanır, sonra adı ve adresi onlardan da silinir.
          </p>
        </div>
      </Confirm>
    </>
  )
}

/** '2 açık siparişi ve 1 açık iadesi', of her latest orders; undefined without any. */
function openOf({ latestOrders, openReturns }: WireCustomerDetail): string | undefined {
  const orders = latestOrders.filter(({ status }) => status !== 'DELIVERED' && status !== 'CANCELLED').length
  const counted = [orders && `${orders} açık siparişi`, openReturns && `${openReturns} açık iadesi`]
  return counted.filter(Boolean).join(' ve ') || undefined
}
