import { useRef, useState } from 'react'
import { useShop } from '#app/frame/use-shop.ts'
import { Button } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import type { FacePart } from '#shop/settings/face/parts.ts'
import { adminCall } from '../../parts/api.ts'
import { Filter } from '../../parts/search-box.tsx'
import { useAdminSubmit } from '../../parts/use-admin-submit.ts'
import { settingsField } from '../use-section.ts'

type PreviewProps = { part: FacePart; settings: object }

/** Shows the shop's own pages with what is edited, before anybody else sees it. */
export function Preview({ part, settings }: PreviewProps) {
  const [token, setToken] = useState<string>()
  const [open, setOpen] = useState(false)
  const { busy, submit } = useAdminSubmit('Önizleme açılamadı. Lütfen tekrar deneyin.', { fieldName: settingsField })
  const show = () =>
    submit(async () => {
      const body = { part, settings }
      const { data } = await adminCall<'POST /admin/settings/drafts'>('POST', '/admin/settings/drafts', body)
      setToken(data.token)
      setOpen(true)
    })
  return (
    <>
      <Button look="secondary" disabled={busy} onClick={show}>
        {busy ? 'Bekleyin…' : 'Önizle'}
      </Button>
      <Panel open={open} onClose={() => setOpen(false)} title="Önizleme" side="right" wide>
        {token && <Pages key={token} token={token} />}
      </Panel>
    </>
  )
}

const screens = [
  { value: 'phone', label: 'Telefon' },
  { value: 'wide', label: 'Bilgisayar' },
] as const

type Screen = (typeof screens)[number]['value']

/** A wide screen is shown smaller than it is. */
const sizes: Record<Screen, string> = {
  phone: 'mx-auto block h-[min(45rem,calc(100dvh-14rem))] w-full max-w-[390px]',
  wide: 'h-[1440px] w-[1280px] origin-top-left scale-50 max-sm:scale-[0.27]',
}

function Pages({ token }: { token: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const pages = usePages()
  const [path, setPath] = useState('/')
  const [screen, setScreen] = useState<Screen>('phone')

  /** A page that is led to from the draft shows the draft too. */
  function follow() {
    frame.current?.contentDocument?.addEventListener(
      'click',
      (event) => {
        const view = frame.current?.contentWindow
        const link =
          view && event.target instanceof (view as typeof window).Element ? event.target.closest('a[href]') : null
        const href = link?.getAttribute('href')
        if (!view || !href || href.startsWith('#')) return
        event.preventDefault()
        event.stopPropagation()
        const to = new URL(href, window.location.href)
        if (to.origin === window.location.origin) view.location.assign(withToken(to.pathname + to.search, token))
      },
      true,
    )
  }

  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Filter label="Sayfa" value={path} options={pages} onChange={setPath} />
        <Filter label="Ekran" value={screen} options={[...screens]} onChange={setScreen} />
      </div>
      <p className="text-muted text-sm">Yalnızca siz görürsünüz. Yayınlamak için kapatıp kaydedin.</p>
      <div className={screen === 'wide' ? 'h-[720px] overflow-hidden border border-line max-sm:h-[390px]' : ''}>
        <iframe
          ref={frame}
          key={`${path} ${screen}`}
          title="Mağazanın önizlemesi"
          src={withToken(path, token)}
          onLoad={follow}
          className={`border border-line bg-paper ${sizes[screen]}`}
        />
      </div>
    </div>
  )
}

function withToken(path: string, token: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}taslak=${token}`
}

/** One page of each kind. */
function usePages(): { value: string; label: string }[] {
  const category = useShop()?.categories[0]
  return [
    { value: '/', label: 'Ana sayfa' },
    ...(category ? [{ value: `/${category.slug}`, label: `Liste: ${category.name}` }] : []),
    { value: '/bilgi', label: 'Bilgi sayfası' },
    { value: '/logo', label: 'Logo' },
  ]
}
