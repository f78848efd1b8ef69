import { useEffect, useRef, useState } from 'react'
import type { WireNewsletterDetail } from '#api/wire/news.ts'
import { Notice } from '#app/ui/notice.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import { adminCall, sentenceOf } from '../parts/api.ts'

type Content = Pick<WireNewsletterDetail, 'subject' | 'preheader' | 'blocks'>
type Shown = { html: string; gone: number }

const widths = { phone: 375, desktop: 680 }

/** The mail as it would be now, on a phone and on a desk; drawn again shortly after the last change. */
export function NewsPreview({ content }: { content: Content }) {
  const [width, setWidth] = useState<keyof typeof widths>('phone')
  const { shown, bad } = usePreview(content)
  return (
    <section aria-labelledby="news-preview" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="news-preview" className="font-semibold">
        Ön izleme
      </h2>
      <Tabs
        label="Ön izlemenin genişliği"
        tabs={[
          { id: 'phone', label: 'Telefon' },
          { id: 'desktop', label: 'Bilgisayar' },
        ]}
        current={width}
        onChange={setWidth}
      />
      {bad && <Notice tone="bad">{bad}</Notice>}
      {shown && shown.gone > 0 && (
        <Notice tone="plain">Seçtiğiniz {shown.gone} ürün satışta değil; e-postada görünmez.</Notice>
      )}
      {shown && <Mail html={shown.html} width={widths[width]} />}
    </section>
  )
}

function usePreview({ subject, preheader, blocks }: Content) {
  const [shown, setShown] = useState<Shown>()
  const [bad, setBad] = useState<string>()
  const asked = JSON.stringify({ subject: subject.trim() || 'Konu', preheader, blocks })
  useEffect(() => {
    const stopped = new AbortController()
    const draw = async () => {
      try {
        const { data } = await adminCall<'POST /admin/newsletters/preview'>(
          'POST',
          '/admin/newsletters/preview',
          JSON.parse(asked),
          { signal: stopped.signal },
        )
        setShown(data)
        setBad(undefined)
      } catch (error) {
        if (!stopped.signal.aborted) setBad(sentenceOf(error, 'Ön izleme hazırlanamadı.'))
      }
    }
    const timer = setTimeout(draw, 400)
    return () => {
      clearTimeout(timer)
      stopped.abort()
    }
  }, [asked])
  return { shown, bad }
}

/** In a frame that runs nothing. The panel's policy forbids styles written into a page, so they are set one by one. */
function Mail({ html, width }: { html: string; width: number }) {
  const box = useRef<HTMLElement>(null)
  const [room, setRoom] = useState(width)
  const [height, setHeight] = useState(600)
  useEffect(() => {
    if (!box.current) return
    const watch = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? 0))
    watch.observe(box.current)
    return () => watch.disconnect()
  }, [])
  const scale = Math.min(1, room / width)

  function dress(frame: HTMLIFrameElement) {
    const page = frame.contentDocument
    if (!page) return
    for (const element of page.querySelectorAll<HTMLElement>('[data-style]'))
      element.style.cssText = element.dataset.style ?? ''
    const measure = () => setHeight(page.documentElement.scrollHeight)
    measure()
    for (const picture of page.images) picture.addEventListener('load', measure)
  }

  return (
    <section
      ref={box}
      aria-label="E-postanın görünüşü"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
      tabIndex={0}
      className="max-h-[75dvh] overflow-y-auto border border-line bg-paper"
    >
      <div className="mx-auto overflow-hidden" style={{ width: width * scale, height: height * scale }}>
        <iframe
          key={width}
          title="E-postanın görünüşü"
          sandbox="allow-same-origin"
          inert
          srcDoc={undressed(html)}
          onLoad={(event) => dress(event.currentTarget)}
          className="pointer-events-none block origin-top-left border-0"
          style={{ width, height, transform: `scale(${scale})` }}
        />
      </div>
    </section>
  )
}

/** Pictures come from here, whatever the shop's public address is. */
function undressed(html: string): string {
  return html.replaceAll(' style="', ' data-style="').replaceAll(/ src="https?:\/\/[^/"]+\//g, ' src="/')
}
