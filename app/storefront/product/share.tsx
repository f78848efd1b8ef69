import { useEffect, useState } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import { seconds } from '#shop/time.ts'

/** Sends the page on, with what is chosen; said at the lower edge, where it lies over no words of the piece. */
export function Share({ name, address }: { name: string; address: string }) {
  const [notice, setNotice] = useState<string>()
  useEffect(() => {
    if (!notice) return
    const gone = setTimeout(() => setNotice(undefined), seconds(5))
    return () => clearTimeout(gone)
  }, [notice])
  function share() {
    const url = location.origin + address
    import('./share-page.ts')
      .then(({ sharePage }) => sharePage(name, url))
      .catch(() => `Bağlantı kopyalanamadı: ${url}`)
      .then(setNotice)
  }
  return (
    <>
      <button
        type="button"
        aria-label="Bu ürünü paylaş"
        onClick={share}
        className="grid size-11 place-items-center noscript:hidden"
      >
        <Icon name="share" />
      </button>
      <p
        role="status"
        className="fixed inset-x-4 bottom-24 z-30 mx-auto w-max max-w-[calc(100vw-2rem)] rounded-xs bg-ink px-3 text-sm text-white md:bottom-8"
      >
        {notice && <span className="block animate-arrive py-2">{notice}</span>}
      </p>
    </>
  )
}
