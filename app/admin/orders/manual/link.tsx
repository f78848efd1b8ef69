import { useState } from 'react'
import type { WireAdminOrder } from '#api/wire/admin/orders.ts'
import type { Answer } from '#api/wire/calls.ts'
import { orderNumber } from '#app/account/orders/order-words.ts'
import { whatsappLink } from '#app/browser/whatsapp.ts'
import { useShop } from '#app/frame/use-shop.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { formatTl } from '#shop/money.ts'
import { formatMoment } from '#shop/time.ts'
import { adminCall } from '../../parts/api.ts'
import { useAdminSubmit } from '../../parts/use-admin-submit.ts'

type Link = Answer<'POST /admin/orders/{id}/payment-link'>['data']

/** The link by which an order is paid: copied, shared on WhatsApp, or mailed. */
export function PaymentLink({ order }: { order: WireAdminOrder }) {
  const [link, setLink] = useState<Link>()
  const { busy, submit } = useAdminSubmit('Bağlantı oluşturulamadı. Lütfen tekrar deneyin.')
  const make = (mail: boolean) =>
    submit(async () => {
      const path = `/admin/orders/${order.id}/payment-link` as const
      const { data, message } = await adminCall<'POST /admin/orders/{id}/payment-link'>('POST', path, { mail })
      setLink(data)
      return mail ? message : undefined
    })
  const copy = () =>
    submit(async () => {
      if (link) await navigator.clipboard.writeText(link.url)
      return 'Bağlantı kopyalandı.'
    })
  return (
    <div className="mt-3 grid gap-2">
      <p className="text-sm">Ödeme bekleniyor; ürünler bağlantının süresi dolana kadar ayrılı.</p>
      {link ? (
        <>
          <p className="break-all border border-line bg-paper px-3 py-2 text-sm">{link.url}</p>
          <p className="text-muted text-sm">{formatMoment(link.expiresAt)} tarihine kadar geçerli.</p>
          <div className="flex flex-wrap gap-2">
            <Button look="secondary" size="small" disabled={busy} onClick={copy}>
              Bağlantıyı kopyala
            </Button>
            <Whatsapp order={order} link={link} />
            <Button look="secondary" size="small" disabled={busy} onClick={() => make(true)}>
              E-postayla gönder
            </Button>
          </div>
        </>
      ) : (
        <Button look="secondary" disabled={busy} onClick={() => make(false)} className="justify-self-start">
          Ödeme bağlantısı oluştur
        </Button>
      )}
    </div>
  )
}

function Whatsapp({ order, link }: { order: WireAdminOrder; link: Link }) {
  const shop = useShop()?.shop.name ?? 'Mağazamız'
  const total = formatTl(order.totalAmount ?? 0)
  const text = `Merhaba ${order.customerInfo.firstName}, ${shop} siparişiniz ${orderNumber(order.id)} hazır: ${total}. Buradan ödeyebilirsiniz: ${link.url}`
  return (
    <a
      href={whatsappLink(order.customerInfo.phone ?? '', text)}
      target="_blank"
      rel="noreferrer"
      className={buttonClass('secondary', '', 'small')}
    >
      WhatsApp’ta paylaş
    </a>
  )
}
