import { useEffect, useRef, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { seconds } from '#shop/time.ts'
import { openReader } from './barcodes.ts'

/** The phone's camera as a barcode reader; not shown where there is none. */
export function Camera({ onCode }: { onCode: (code: string) => void }) {
  const [on, setOn] = useState(false)
  const [failed, setFailed] = useState<string>()
  if (!navigator.mediaDevices?.getUserMedia) return null
  return (
    <div className="grid justify-items-start gap-2">
      <Button look="secondary" aria-pressed={on} onClick={() => setOn(!on)}>
        {on ? 'Kamerayı kapat' : 'Kamerayla okut'}
      </Button>
      {on && (
        <View
          onCode={onCode}
          onFailed={(text) => {
            setOn(false)
            setFailed(text)
          }}
        />
      )}
      {failed && !on && (
        <p role="alert" className="text-bad text-sm">
          {failed}
        </p>
      )}
    </div>
  )
}

/** A code that stays in view is counted once in this time. */
const pause = seconds(2)

function View({ onCode, onFailed }: { onCode: (code: string) => void; onFailed: (text: string) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const told = useRef({ onCode, onFailed })
  told.current = { onCode, onFailed }
  useEffect(() => {
    const stop = new AbortController()
    let last = { code: '', at: 0 }
    const found = (code: string) => {
      const now = performance.now()
      const again = code === last.code && now - last.at < pause
      last = { code, at: now }
      if (!again) told.current.onCode(code)
    }
    watch(video.current, found, stop.signal).catch((error: unknown) => {
      if (!stop.signal.aborted) told.current.onFailed(wordsOf(error))
    })
    return () => stop.abort()
  }, [])
  return (
    <video ref={video} muted playsInline className="aspect-video w-full max-w-112 rounded-xs bg-ink object-cover" />
  )
}

async function watch(video: HTMLVideoElement | null, found: (code: string) => void, stop: AbortSignal): Promise<void> {
  if (!video) return
  const read = await openReader()
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  const end = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  if (stop.aborted) return end()
  stop.addEventListener('abort', end)
  video.srcObject = stream
  await video.play()
  while (!stop.aborted) {
    const code = await read(video)
    if (code && !stop.aborted) found(code)
    await new Promise((next) => setTimeout(next, 150))
  }
}

function wordsOf(error: unknown): string {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError') return 'Kamera izni verilmedi; tarayıcınızın ayarlarından bu site için açabilirsiniz.'
  if (name === 'NotFoundError') return 'Bu cihazda kamera bulunamadı.'
  return 'Kamera açılamadı. Başka bir uygulama kullanıyor olabilir; lütfen tekrar deneyin.'
}
