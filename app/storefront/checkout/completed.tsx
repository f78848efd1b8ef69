import { installmentsLabel, orderNumber } from '#app/account/orders/order-words.ts'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { formatKurus, fromTl } from '#shop/money.ts'

export type CompletedOrder = {
  orderId: string
  paymentId: string | undefined
  totalAmount: number
  installments: number
  /** Part of totalAmount. */
  installmentFee: number
  recipient: string
  address: string
  email: string
}

/** The order is paid: what it was, where it goes, what happens now. */
export function CheckoutCompleted({ order, onContinue }: { order: CompletedOrder; onContinue: () => void }) {
  const facts: [string, string][] = [
    ['Sipariş numarası', orderNumber(order.orderId)],
    ['Ödeme numarası', order.paymentId ?? ''],
    ['Tutar', formatKurus(fromTl(order.totalAmount) ?? 0)],
    ['Taksit', order.installments > 1 ? installmentsLabel(order.installments) : ''],
    ['Taksit farkı', order.installmentFee > 0 ? formatKurus(fromTl(order.installmentFee) ?? 0) : ''],
    ['Alıcı', order.recipient],
    ['Adres', order.address],
  ]
  return (
    <div className="grid gap-8">
      <div role="status" className="grid animate-arrive justify-items-center gap-3 pt-6 text-center">
        <span className="grid size-14 place-items-center rounded-full bg-good text-white">
          <Icon name="check" size={28} />
        </span>
        <p className="font-display text-2xl">Teşekkür ederiz</p>
        <p className="text-muted">Ödemeniz alındı, siparişiniz bize ulaştı.</p>
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 border-line border-y py-4 text-sm">
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="min-w-0 break-words text-right tabular-nums">{value}</dd>
            </div>
          ))}
      </dl>
      <div className="grid gap-2 text-sm">
        <h3 className="font-medium text-base">Şimdi ne olacak?</h3>
        <ol className="grid list-decimal gap-1 pl-5 text-muted">
          <li>Sipariş onayını {order.email ? `${order.email} adresine` : 'e-posta adresinize'} gönderiyoruz.</li>
          <li>Siparişinizi hazırlayıp 1–2 iş günü içinde kargoya veriyoruz.</li>
          <li>Durumunu Hesabım bölümündeki Siparişlerim sekmesinden izleyebilirsiniz.</li>
        </ol>
      </div>
      <Button onClick={onContinue} className="w-full">
        Alışverişe devam et
      </Button>
    </div>
  )
}
