import { useEffect, useState } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import { seconds } from '#shop/time.ts'

/** Sends the page on: with the device's own sheet on a phone, else by copying its address. */
export function Share({ name }: { name: string }) {
  const [said, setSaid] = useState<string>()
  useEffect(() => {
    if (!said) return
    const gone = setTimeout(() => setSaid(undefined), seconds(5))
    return () => clearTimeout(gone)
  }, [said])

  async function share() {
    const url = location.origin + location.pathname
    try {
      if (navigator.share && matchMedia('(pointer: coarse)').matches) await navigator.share({ title: name, url })
      else {
        await navigator.clipboard.writeText(url)
        setSaid('Bağlantı kopyalandı.')
      }
    } catch (error) {
      // She changed her mind.
      if (error instanceof Error && error.name === 'AbortError') return
      setSaid(`Bağlantı kopyalanamadı: ${url}`)
    }
  }

  return (
    <div className="relative noscript:hidden">
      <button type="button" aria-label="Bu ürünü paylaş" onClick={share} className="grid size-11 place-items-center">
        <Icon name="share" />
      </button>
      <p role="status" className="absolute top-full right-0 z-10 w-max max-w-72">
        {said && <span className="block animate-arrive rounded-xs bg-ink px-3 py-2 text-sm text-white">{said}</span>}
      </p>
    </div>
  )
}
