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

/** A code has left the view when it was not seen for this time, in so many looks: a slow phone looks rarely, and every other look is for labels that lie across. */
const pause = seconds(2)
const looksWithout = 6

function View({ onCode, onFailed }: { onCode: (code: string) => void; onFailed: (text: string) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [seeing, setSeeing] = useState(false)
  const told = useRef({ onCode, onFailed })
  told.current = { onCode, onFailed }
  useEffect(() => {
    const stop = new AbortController()
    let last = { code: '', at: 0, missed: 0 }
    const found = (code: string) => {
      const now = performance.now()
      const isStill = code === last.code && (now - last.at < pause || last.missed < looksWithout)
      last = { code, at: now, missed: 0 }
      if (!isStill) told.current.onCode(code)
    }
    const missed = () => {
      last.missed++
    }
    const failed = (error: unknown) => {
      if (!stop.signal.aborted) told.current.onFailed(wordsOf(error))
    }
    const watched = { found, missed, failed, opened: () => setSeeing(true) }
    watch(video.current, watched, stop.signal).catch(failed)
    return () => stop.abort()
  }, [])
  return (
    <div className="relative w-full max-w-112">
      <video ref={video} muted playsInline className="aspect-video w-full rounded-xs bg-ink object-cover" />
      {!seeing && (
        <p role="status" className="absolute inset-0 grid place-items-center text-paper text-sm">
          Kamera açılıyor…
        </p>
      )}
    </div>
  )
}

type Watched = {
  found: (code: string) => void
  /** A look that saw no code. */
  missed: () => void
  opened: () => void
  failed: (error: unknown) => void
}

/** Bars of a label at arm's length are too thin for a smaller picture. */
const picture = { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } }

async function watch(video: HTMLVideoElement | null, told: Watched, stop: AbortSignal): Promise<void> {
  if (!video) return
  const stream = await navigator.mediaDevices.getUserMedia({ video: picture })
  const tracks = stream.getTracks()
  const end = () => {
    for (const track of tracks) track.stop()
  }
  if (stop.aborted) return end()
  stop.addEventListener('abort', end)
  // Another program took the camera, or it was unplugged.
  for (const track of tracks) track.addEventListener('ended', told.failed)
  video.srcObject = stream
  const [read] = await Promise.all([openReader(), video.play()])
  told.opened()
  let before: string | undefined
  while (!stop.aborted) {
    const code = await read(video)
    // A number that is read once may be wrong.
    if (code && code === before && !stop.aborted) told.found(code)
    if (!code) told.missed()
    before = code ?? before
    await new Promise((next) => setTimeout(next, 150))
  }
}

function wordsOf(error: unknown): string {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError') return 'Kamera izni verilmedi; tarayıcınızın ayarlarından bu site için açabilirsiniz.'
  if (name === 'NotFoundError') return 'Bu cihazda kamera bulunamadı.'
  return 'Kamera açılamadı. Başka bir uygulama kullanıyor olabilir; lütfen tekrar deneyin.'
}
