import { useShop } from '../../frame/use-shop.ts'

/**
 * Opens WhatsApp to the shop with the question begun; nothing where the shop has no number. The address is made here, not by
 * app/browser/whatsapp.ts: that file is one of the panels', which this page is not to load.
 */
export function AskOnWhatsapp({ about, path }: { about: string; path: string }) {
  const { whatsapp, publicUrl } = useShop()?.shop ?? {}
  if (!whatsapp) return null
  const text = encodeURIComponent(`Merhaba, ${about} hakkında soracağım. ${publicUrl}${path} `)
  return (
    <a
      href={`https://wa.me/${whatsapp.slice(1)}?text=${text}`}
      target="_blank"
      rel="noreferrer"
      className="link-line mt-3 inline-flex min-h-11 items-center text-sm"
    >
      WhatsApp’tan sor
    </a>
  )
}
