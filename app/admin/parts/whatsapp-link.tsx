import { orderNumber } from '#app/account/orders/order-words.ts'
import { whatsappLink } from '#app/browser/whatsapp.ts'
import { useShop } from '#app/frame/use-shop.ts'

type WhatsappLinkProps = {
  phone: string
  firstName: string
  order?: { id: string; trackingUrl?: string | null | undefined } | undefined
}

/** Goes on on WhatsApp, with who writes and about which order already in the text. */
export function WhatsappLink({ phone, firstName, order }: WhatsappLinkProps) {
  const shop = useShop()?.shop.name ?? 'Mağazamız'
  const about = order ? `${orderNumber(order.id)} numaralı siparişiniz hakkında yazıyoruz. ` : ''
  const tracking = order?.trackingUrl ? `Kargo takibi: ${order.trackingUrl} ` : ''
  const text = `Merhaba ${firstName}, ${shop} mağazasından ${about || 'yazıyoruz. '}${tracking}`
  return (
    <a
      href={whatsappLink(phone, text)}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-11 items-center underline decoration-line underline-offset-4 hover:decoration-ink"
    >
      WhatsApp’ta yaz
    </a>
  )
}
