import { type FormEvent, useState } from 'react'
import type { WireAdminOrder, WireStaffOrder } from '#api/wire/admin/orders.ts'
import { isPaid } from '#app/account/orders/order-words.ts'
import { PostalFields } from '#app/storefront/checkout/postal-fields.tsx'
import { Button } from '#app/ui/button.tsx'
import { NameFields, PhoneField } from '#app/ui/contact-fields.tsx'
import { useFields } from '#app/ui/form.ts'
import { useUnsaved } from '#app/ui/leaving/unsaved.ts'
import { Notice } from '#app/ui/notice.tsx'
import { formatPhone } from '#shop/fields/phone.ts'
import { formatKurus } from '#shop/money.ts'
import { adminCall } from '../../parts/api.ts'
import { AskingPanel } from '../../parts/leaving/asking-panel.tsx'
import { useAdminSubmit } from '../../parts/use-admin-submit.ts'
import { isBoughtHere, whereTo } from '../giving-back/amounts.ts'
import { ChangedLines } from './lines.tsx'
import { useLineChanges } from './use-line-changes.ts'

type ChangeOrderProps = { order: WireAdminOrder; onChanged: (order: WireStaffOrder) => void }

/** Until the parcel leaves: lines, recipient and address in one form. */
export function ChangeOrder({ order, onChanged }: ChangeOrderProps) {
  const [open, setOpen] = useState(false)
  const shipped = order.shippedAt !== null || order.deliveredAt !== null
  if (shipped || ['CANCELLED', 'SHIPPED', 'DELIVERED'].includes(order.status) || !isBoughtHere(order)) return null
  return (
    <>
      <Button look="quiet" size="small" onClick={() => setOpen(true)}>
        Siparişi değiştir
      </Button>
      <AskingPanel open={open} onClose={() => setOpen(false)} title="Siparişi değiştir" side="center" wide>
        <ChangeForm
          order={order}
          onChanged={(changed) => {
            setOpen(false)
            onChanged(changed)
          }}
        />
      </AskingPanel>
    </>
  )
}

const names = ['firstName', 'lastName', 'phone', 'city', 'district', 'neighbourhood', 'postalCode', 'address'] as const
type Name = (typeof names)[number]

function ChangeForm({ order, onChanged }: ChangeOrderProps) {
  const [initial] = useState(() => recipientOf(order))
  const fields = useFields<Name>(initial)
  const { values, field, set, form } = fields
  const lines = useLineChanges(order)
  const { busy, submit } = useAdminSubmit<Name>('Sipariş değiştirilemedi. Lütfen tekrar deneyin.', { form: fields })
  // Places are spelled as in the list once it is there, which is no change of hers.
  const [touched, setTouched] = useState(false)
  const changedNames = touched ? names.filter((name) => values[name].trim() !== initial[name]) : []
  const unsaved = changedNames.length > 0 || lines.body.length > 0
  useUnsaved(unsaved)
  const isDearer = isPaid(order) && lines.nextKurus > lines.nowKurus

  function save(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    submit(async () => {
      const recipient = Object.fromEntries(changedNames.map((name) => [name, values[name]]))
      const body = { ...recipient, items: lines.body, updatedAt: order.updatedAt }
      const { data, message } = await adminCall<'PUT /admin/orders/{id}'>('PUT', `/admin/orders/${order.id}`, body)
      onChanged(data)
      return message
    })
  }

  return (
    <form ref={form} onSubmit={save} noValidate className="grid grid-cols-1 gap-6">
      {/* Other pieces may cost less or more: not for who sees no sums. */}
      {order.totalAmount !== undefined && (
        <section aria-label="Ürünler">
          <ChangedLines order={order} lines={lines} disabled={busy} />
        </section>
      )}
      <section
        aria-label="Alıcı ve teslimat adresi"
        onChange={() => setTouched(true)}
        className="grid grid-cols-1 gap-4"
      >
        <NameFields field={field} wide />
        <PhoneField hint="0XXX XXX XX XX" field={field} set={set} />
        <PostalFields field={field} set={set} />
      </section>
      <div className="grid grid-cols-1 gap-3 border-line border-t pt-4">
        {lines.body.length > 0 && <NewTotal order={order} {...lines} />}
        {order.invoiceFiles.some(({ replacedAt }) => replacedAt === null) && lines.body.length > 0 && (
          <Notice tone="plain">Bu siparişe fatura eklenmiş; değişiklikten sonra yeni faturayı yükleyin.</Notice>
        )}
        <Button type="submit" disabled={busy || !unsaved || isDearer} className="w-full">
          {busy ? 'Kaydediliyor…' : 'Değişiklikleri kaydet'}
        </Button>
        <p className="text-muted text-sm">Müşteriye siparişinin son hâli e-postayla gönderilir.</p>
      </div>
    </form>
  )
}

function recipientOf({ customerInfo }: WireAdminOrder): Record<Name, string> {
  const texts = Object.fromEntries(names.map((name) => [name, customerInfo[name] ?? ''])) as Record<Name, string>
  return { ...texts, phone: formatPhone(customerInfo.phone ?? '') }
}

type NewTotalProps = { order: WireAdminOrder; nowKurus: number; nextKurus: number }

function NewTotal({ order, nowKurus, nextKurus }: NewTotalProps) {
  return (
    <div role="status" className="grid gap-1">
      <p className="flex justify-between">
        <span>Yeni toplam</span>
        <span className="font-medium tabular-nums">
          {nextKurus !== nowKurus && <s className="mr-3 font-normal text-muted">{formatKurus(nowKurus)}</s>}
          {formatKurus(nextKurus)}
        </span>
      </p>
      <p className="text-sm">{consequence(order, nextKurus - nowKurus)}</p>
    </div>
  )
}

/** The sentence about the money, and about the store credit that she spent. */
function consequence(order: WireAdminOrder, moreKurus: number): string {
  if (moreKurus === 0) return 'Ödenecek tutar değişmiyor.'
  const amount = formatKurus(Math.abs(moreKurus))
  if (!isPaid(order) && order.giftCard) return unpaidWithCard
  if (!isPaid(order)) return order.credit ? unpaidWithCredit : 'Müşteriden bu tutar beklenecek.'
  if (moreKurus > 0)
    return `Sipariş ${amount} pahalanıyor ve ödemesi alınmış: eski fiyata verin ya da farkı olmayan bir ürün seçin.`
  return whereTo(order, -moreKurus)
}

const unpaidWithCard = 'Müşteriden bu tutarın hediye kartı ve mağaza kredisiyle ödenmeyen kısmı beklenecek.'
const unpaidWithCredit = 'Müşteriden bu tutarın mağaza kredisiyle ödenmeyen kısmı beklenecek.'
