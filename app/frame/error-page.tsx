import { type MouseEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { buttonClass } from '#app/ui/button.tsx'
import { NewestOnPage } from '../storefront/cart/newest.tsx'
import { areaPages } from './areas.ts'

/** Something is not here, or broke: said plainly, with a way on. */
export function ErrorPage({ status }: { status: number }) {
  const missing = status === 404
  const title = missing ? 'Bu sayfayı bulamadık' : 'Bir şeyler ters gitti'
  return (
    <div className="gutter mx-auto max-w-page py-16 md:py-24">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <Sentence missing={missing} title={title} status={status} />
      {missing && (
        <div className="mt-16">
          <NewestOnPage />
        </div>
      )}
    </div>
  )
}

/** The error in words, and links to go on. */
function Sentence({ missing, title, status }: { missing: boolean; title: string; status: number }) {
  const { pathname, search } = useLocation()
  const { unreached, leave } = useWayOn()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the links in it are what is pressed
    // biome-ignore lint/a11y/noStaticElementInteractions: the links in it are what is pressed
    <div onClick={leave} className="flex flex-col items-start">
      {missing && <span className="branch mb-6" />}
      {missing && <p className="label-caps text-muted">{status}</p>}
      <h1 tabIndex={-1} className="mt-3 font-display text-3xl outline-none">
        {title}
      </h1>
      <p className="mt-4 text-lg text-muted">
        {missing
          ? whyMissing(pathname)
          : 'Sayfa şu anda açılamıyor. Birazdan yeniden deneyebilir ya da alışverişe devam edebilirsiniz.'}
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        {/* Plain links: after an error it is best to load the page again. */}
        {!missing && (
          <a href={pathname + search} className={buttonClass('primary')}>
            Tekrar Dene
          </a>
        )}
        <a href="/ust-giyim" className={buttonClass(missing ? 'primary' : 'secondary')}>
          Alışverişe devam et
        </a>
      </div>
      <p key={unreached} role="status" className="mt-4 animate-arrive text-bad empty:hidden">
        {unreached > 0 && 'Mağazaya hâlâ ulaşılamıyor. İnternet bağlantınızı denetleyip yeniden deneyin.'}
      </p>
      <nav aria-label="Buradan devam edin" className="mt-12 flex flex-wrap gap-x-8 gap-y-2 border-line border-t pt-6">
        {areaPages.map(({ area, title }) => (
          <a key={area} href={`/${area}`} className="link-line py-2">
            {title}
          </a>
        ))}
      </nav>
    </div>
  )
}

function whyMissing(pathname: string): string {
  return pathname.startsWith('/liste/')
    ? 'Bu liste artık paylaşılmıyor; bağlantıyı gönderenden yenisini isteyebilirsiniz.'
    : 'Aradığınız ürün satıştan kalkmış ya da adres değişmiş olabilir.'
}

/** Follows its links once the shop answers: else the browser's own page of errors would take the place of this one. */
function useWayOn() {
  const [unreached, setUnreached] = useState(0)
  function leave(event: MouseEvent) {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    fetch(link.href).then(
      () => window.location.assign(link.href),
      () => setUnreached(unreached + 1),
    )
  }
  return { unreached, leave }
}
