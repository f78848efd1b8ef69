import { whatsappLink } from '#app/browser/whatsapp.ts'
import { useShop } from '#app/frame/use-shop.ts'

type AskProps = {
  /** As in '… hakkında soracağım'. */
  about: string
  /** Of the page that shows it. */
  path?: string
  className?: string
}

/** Opens WhatsApp to the shop with the question begun; nothing where the shop has no number. */
export function AskOnWhatsapp({ about, path = '', className = '' }: AskProps) {
  const shop = useShop()?.shop
  if (!shop?.whatsapp) return null
  const text = `Merhaba, ${about} hakkında soracağım. ${path && `${shop.publicUrl}${path} `}`
  return (
    <a
      href={whatsappLink(shop.whatsapp, text)}
      target="_blank"
      rel="noreferrer"
      className={`link-line inline-flex min-h-11 items-center text-sm ${className}`}
    >
      WhatsApp’tan sor
    </a>
  )
}
