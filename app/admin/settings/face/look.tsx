import { useId, useState } from 'react'
import { useShop } from '#app/frame/use-shop.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { useFocusBack } from '#app/ui/use-submit.ts'
import { isReadable, nearestReadable, shadesOf, usualAccent } from '#shop/settings/face/accent.ts'
import { type Logo, logoUrl } from '#shop/settings/face/logo.ts'
import type { Look } from '#shop/settings/face/look.ts'
import { adminCall, sentenceOf } from '../../parts/api.ts'
import type { SectionProps } from '../section.ts'
import { SaveBar, SectionHead } from '../section-parts.tsx'
import { useNestedSection } from '../use-nested-section.ts'
import { History } from './history.tsx'
import { Preview } from './preview.tsx'

/** The shop's logo, its icon and its accent color. */
export function LookSection({ settings: { look, brand }, onSaved, onReload }: SectionProps) {
  const { edited, change, restored, wrong, form, bar } = useNestedSection({
    send: (body) => adminCall<'PUT /admin/settings/look'>('PUT', '/admin/settings/look', body),
    initial: look.settings,
    version: look.version,
    valuesOf: (edited: Look) => ({ ...edited }),
    onSaved(saved) {
      onSaved(saved)
      return saved.look.settings
    },
  })
  const { accent, logo, onDark, icon } = edited
  return (
    <form {...form}>
      <SectionHead title="Logo ve renk">
        Logonuz sayfaların başında, e-postalarda ve telefonların ana ekranında görünür. Yüklemezseniz mağazanızın adı
        yazıyla durur.
      </SectionHead>
      <div className="grid gap-8">
        <LogoFile
          label="Logo"
          hint="SVG ya da arka planı saydam bir PNG en iyisidir; yatay logolar başlıkta daha büyük görünür."
          logo={logo}
          error={wrong('logo')}
          onChange={(logo) => change({ logo })}
        />
        {logo && (
          <LogoFile
            label="Koyu görseller üzerindeki logo"
            hint={
              logo.opaque
                ? 'İsteğe bağlı. Logonuzun arka planı saydam olmadığı için koyu sahnelerde olduğu gibi durur.'
                : 'İsteğe bağlı. Yüklemezseniz logonuz koyu sahnelerde beyaza boyanır.'
            }
            dark
            logo={onDark}
            error={wrong('onDark')}
            onChange={(onDark) => change({ onDark })}
          />
        )}
        <LogoFile
          label="Simge"
          hint="İsteğe bağlı, kare bir görsel: tarayıcı sekmesinde ve telefonun ana ekranında durur. Yüklemezseniz logodan yapılır."
          logo={icon}
          error={wrong('icon')}
          onChange={(icon) => change({ icon })}
        />
        {(icon ?? logo) && <IconPreview logo={icon ?? logo} name={brand.inForce.shopName} />}
        <AccentField accent={accent} error={wrong('accent')} onChange={(accent) => change({ accent })} />
        <SaveBar {...bar} onReload={onReload}>
          <Preview part="look" settings={edited} />
        </SaveBar>
        <History part="look" version={look.version} onSaved={restored} />
      </div>
    </form>
  )
}

type LogoFileProps = {
  label: string
  hint: string
  logo: Logo | null
  error: string | undefined
  dark?: boolean
  onChange: (logo: Logo | null) => void
}

/** Takes a logo and sends it at once; it is shown once the section is saved. */
function LogoFile({ label, hint, logo, error, dark, onChange }: LogoFileProps) {
  const id = useId()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  useFocusBack(busy)

  async function send(file: File) {
    setBusy(true)
    setProblem(undefined)
    const body = new FormData()
    body.append('file', file)
    try {
      const { data } = await adminCall<'POST /admin/logos'>('POST', '/admin/logos', body)
      onChange(data)
    } catch (error) {
      setProblem(sentenceOf(error, 'Logo yüklenemedi. Lütfen tekrar deneyin.'))
    } finally {
      setBusy(false)
    }
  }

  const told = problem ?? error
  return (
    <section aria-labelledby={`${id}-label`}>
      <h3 id={`${id}-label`} className="font-semibold">
        {label}
      </h3>
      <p id={`${id}-hint`} className="mt-1 mb-3 text-muted text-sm">
        {hint}
      </p>
      {told && (
        <p role="alert" className="mb-3 text-bad text-sm">
          {told}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        {logo && (
          <span
            className={`grid h-20 max-w-72 place-items-center px-4 ${dark ? 'bg-ink' : 'border border-line bg-surface'}`}
          >
            <img src={logoUrl(logo, 'image')} alt={label} className="max-h-14 max-w-full" />
          </span>
        )}
        <input
          id={id}
          type="file"
          accept="image/svg+xml,image/png,image/webp,image/jpeg"
          disabled={busy}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) send(file)
            target.value = ''
          }}
          className="peer sr-only"
        />
        <label
          htmlFor={id}
          className={buttonClass('secondary', 'px-4! peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2')}
        >
          {busy ? 'Yükleniyor…' : logo ? `${label} değiştir` : `${label} yükle`}
        </label>
        {logo && (
          <Button look="quiet" aria-label={`${label}: kaldır`} onClick={() => onChange(null)}>
            Kaldır
          </Button>
        )}
      </div>
    </section>
  )
}

function IconPreview({ logo, name }: { logo: Logo | null; name: string }) {
  if (!logo) return null
  return (
    <figure>
      <figcaption className="mb-2 font-medium text-sm">Sekmede ve ana ekranda</figcaption>
      <div className="flex items-end gap-6 text-sm">
        <span className="flex items-center gap-2 border border-line bg-surface px-3 py-2">
          <img src={logoUrl(logo, 'icon-64.png')} alt="" width="16" height="16" />
          {name}
        </span>
        <span className="grid justify-items-center gap-1">
          <img src={logoUrl(logo, 'icon-180.png')} alt="" width="60" height="60" className="rounded-xl" />
          {name}
        </span>
      </div>
    </figure>
  )
}

type AccentProps = { accent: string | null; error: string | undefined; onChange: (accent: string | null) => void }

/** A color, and how it looks where it is used; one that cannot be read is offered as the nearest that can. */
function AccentField({ accent, error, onChange }: AccentProps) {
  const id = useId()
  const value = accent ?? usualAccent
  const whole = /^#[0-9a-f]{6}$/i.test(value)
  const readable = whole && isReadable(value)
  const nearest = whole && !readable ? nearestReadable(value) : undefined
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-3 font-semibold">
        Vurgu rengi
      </h3>
      <div className="flex flex-wrap items-start gap-3">
        <label className="block">
          <span className="mb-1 block font-medium text-sm">Renk seç</span>
          <input
            type="color"
            value={whole ? value : usualAccent}
            onChange={({ target }) => onChange(target.value)}
            className="block h-12 w-20 cursor-pointer rounded-xs border border-edge bg-surface p-1"
          />
        </label>
        <Field
          label="Renk kodu"
          value={value}
          error={error}
          maxLength={7}
          autoComplete="off"
          spellCheck={false}
          className="w-40"
          onChange={({ target }) => onChange(target.value.trim().toLowerCase())}
        />
        {accent !== null && (
          <Button look="quiet" className="mt-6" onClick={() => onChange(null)}>
            Varsayılan renge dön
          </Button>
        )}
      </div>
      {nearest && (
        <p role="status" className="mt-3 flex flex-wrap items-center gap-x-3 text-sm">
          Bu renkteki yazılar yeterince okunmuyor (WCAG AA).
          <Button look="quiet" onClick={() => onChange(nearest)}>
            <Swatch color={nearest} /> En yakın okunaklı tonu kullan
          </Button>
        </p>
      )}
      {readable && <Sample accent={value} />}
    </section>
  )
}

function Swatch({ color }: { color: string }) {
  return (
    <span
      aria-hidden="true"
      className="inline-block size-4 rounded-xs border border-edge"
      style={{ background: color }}
    />
  )
}

/** The uses of the color. Styled here, in the browser, as the server's pages may not be. */
function Sample({ accent }: { accent: string }) {
  const name = useShop()?.shop.name
  const { nar, soft } = shadesOf(accent)
  return (
    <div
      role="img"
      aria-label="Rengin kullanıldığı yerler"
      className="mt-4 flex flex-wrap items-center gap-4 border border-line bg-paper p-4"
    >
      <span className="font-display text-xl">{name}</span>
      <span className="label-caps" style={{ color: nar }}>
        Üst giyim
      </span>
      <span
        className="inline-flex min-h-11 items-center rounded-xs px-6 font-semibold text-white"
        style={{ background: nar }}
      >
        Sepete ekle
      </span>
      <span>
        <s className="text-muted">1.490,00 TL</s> <b style={{ color: nar }}>%20</b>
      </span>
      <span className="rounded-xl px-2 text-sm" style={{ background: soft, color: nar }}>
        Yeni
      </span>
    </div>
  )
}
