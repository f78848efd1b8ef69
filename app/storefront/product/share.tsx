import { useEffect, useState } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import { seconds } from '#shop/time.ts'

/** Sends the page on: with the device's own sheet on a phone, else by copying its address. */
export function Share({ name }: { name: string }) {
  const [notice, setNotice] = useState<string>()
  useEffect(() => {
    if (!notice) return
    const gone = setTimeout(() => setNotice(undefined), seconds(5))
    return () => clearTimeout(gone)
  }, [notice])

  async function share() {
    const url = location.origin + location.pathname
    try {
      if (navigator.share && matchMedia('(pointer: coarse)').matches) await navigator.share({ title: name, url })
      else {
        await navigator.clipboard.writeText(url)
        setNotice('Bağlantı kopyalandı.')
      }
    } catch (error) {
      // The share sheet was closed: nothing went wrong.
      if (error instanceof Error && error.name === 'AbortError') return
      setNotice(`Bağlantı kopyalanamadı: ${url}`)
    }
  }

  return (
    <div className="relative noscript:hidden">
      <button type="button" aria-label="Bu ürünü paylaş" onClick={share} className="grid size-11 place-items-center">
        <Icon name="share" />
      </button>
      <p role="status" className="absolute top-full right-0 z-10 w-max max-w-72">
        {notice && (
          <span className="block animate-arrive rounded-xs bg-ink px-3 py-2 text-sm text-white">{notice}</span>
        )}
      </p>
    </div>
  )
}
