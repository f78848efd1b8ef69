import { lazy, Suspense, useRef, useState } from 'react'
import { Link } from 'react-router'
import { buttonClass } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Picture } from '#app/ui/picture.tsx'
import type { ColorSibling } from '#shop/catalog/groups.ts'
import type { Product } from '#shop/catalog/products.ts'
import { formatKurus } from '#shop/money.ts'
import { addToCart, mostOfOneLine, openCart } from './cart-store.ts'
import { StockNotice } from './stock-notice-opener.tsx'
import { Swatch } from './swatch.tsx'

const SizeChartPanel = lazy(() => import('./product-size-chart.tsx').then((m) => ({ default: m.SizeChartPanel })))

type Choice = {
  product: Product
  siblings: ColorSibling[]
  /** There is a chart for its sizes. */
  charted: boolean
  color: string | undefined
  onColor: (color: string) => void
  variantId: string | undefined
  onVariant: (id: string | undefined) => void
}

/** From colour and size to the cart. */
export function ProductChoice({ product, siblings, charted, color, onColor, variantId, onVariant }: Choice) {
  const sizes = useRef<HTMLFieldSetElement>(null)
  const [asked, setAsked] = useState(false)
  const [quantity, setQuantity] = useState(1)
  const colors = [...new Map(product.variants.map((v) => [v.color, v.colorHex])).entries()]
  const several = colors.length > 1
  const shownColor = several ? color : colors[0]?.[0]
  const variants = product.variants.filter((variant) => !several || variant.color === shownColor)
  const only = variants.length === 1 && (!several || shownColor) ? variants[0] : undefined
  const chosen = variants.find((variant) => variant.id === variantId) ?? (only && only.stock > 0 ? only : undefined)
  const soldOut = product.variants.every((variant) => variant.stock === 0)
  const most = Math.min(chosen?.stock ?? mostOfOneLine, mostOfOneLine)
  const amount = Math.min(quantity, most)

  function add() {
    if (!chosen) {
      setAsked(true)
      sizes.current?.scrollIntoView({ block: 'center' })
      sizes.current?.querySelector<HTMLElement>('input:enabled')?.focus({ preventScroll: true })
      return
    }
    addToCart({
      productId: product.id,
      variantId: chosen.id,
      slug: product.slug,
      name: product.name,
      color: chosen.color,
      size: chosen.size,
      priceKurus: chosen.priceKurus,
      image: chosen.images[0] ?? product.images[0],
      quantity: amount,
    })
    setQuantity(1)
    openCart()
  }

  return (
    <>
      {siblings.length > 1 && <ColorGroup siblings={siblings} productId={product.id} />}
      {several && (
        <fieldset role="radiogroup" className="mt-7">
          <legend>Renk{shownColor && <span className="text-muted">: {shownColor}</span>}</legend>
          <div className="mt-3 flex flex-wrap gap-2">
            {colors.map(([name, hex]) => (
              <label key={name} className={chip}>
                <input
                  type="radio"
                  name="renk"
                  className="sr-only"
                  checked={name === shownColor}
                  onChange={() => {
                    onColor(name)
                    onVariant(undefined)
                  }}
                />
                {hex && <Swatch hex={hex} />}
                {name}
              </label>
            ))}
          </div>
        </fieldset>
      )}
      {charted && <SizeChart product={product} />}
      <fieldset ref={sizes} role="radiogroup" className="mt-7 scroll-mt-32">
        <legend>Beden{chosen && <span className="text-muted">: {chosen.size}</span>}</legend>
        <div className="mt-3 flex flex-wrap gap-2">
          {variants.length === 0 && <p className="text-muted">Bu ürün için beden tanımlanmamış.</p>}
          {(several && !shownColor ? mergeSizes(variants) : variants).map((variant) => (
            <label key={variant.id} className={`${chip} ${variant.stock === 0 ? soldOutChip : ''}`}>
              <input
                type="radio"
                name="beden"
                className="sr-only"
                checked={variant.id === chosen?.id}
                disabled={variant.stock === 0}
                onChange={() => {
                  onColor(variant.color)
                  onVariant(variant.id)
                  setAsked(false)
                }}
              />
              {variant.size}
              {variant.stock === 0 && <span className="sr-only"> (tükendi)</span>}
            </label>
          ))}
        </div>
        <p role="status" className="text-sm">
          {asked && !chosen && <span className="mt-3 block text-bad">Lütfen önce bedeninizi seçin.</span>}
          {chosen && chosen.stock <= 3 && (
            <span className="mt-3 block text-muted">Bu bedende son {chosen.stock} ürün.</span>
          )}
        </p>
      </fieldset>
      {!soldOut && variants.some((variant) => variant.stock === 0) && (
        <StockNotice
          product={product}
          className="min-h-11 self-start text-muted text-sm underline underline-offset-4 hover:text-ink"
        >
          Bedeniniz tükendi mi? Gelince haber verelim.
        </StockNotice>
      )}
      {soldOut ? (
        <div className="mt-7 bg-nar-soft px-5 py-4">
          <p className="font-semibold">Tükendi</p>
          <p>Bu ürün şu anda stokta bulunmamaktadır.</p>
          <StockNotice product={product} className={buttonClass('primary', 'label-caps mt-4 min-h-14 w-full')}>
            GELİNCE HABER VER
          </StockNotice>
        </div>
      ) : (
        <>
          <Quantity value={amount} most={most} onChange={setQuantity} />
          <div className="buy-bar max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-20 max-md:border-line max-md:border-t max-md:bg-paper max-md:px-4 max-md:pt-3 max-md:pb-[max(12px,env(safe-area-inset-bottom))] md:mt-6">
            <button type="button" onClick={add} className={buttonClass('primary', 'label-caps min-h-14 w-full')}>
              {chosen ? 'SEPETE EKLE' : 'ÖNCE BEDEN SEÇİN'}
              {chosen && amount > 1 && (
                <span className="font-normal tabular-nums">{formatKurus(chosen.priceKurus * amount)}</span>
              )}
            </button>
          </div>
        </>
      )}
    </>
  )
}

const chip =
  'flex min-h-11 min-w-12 items-center justify-center gap-2 rounded-xs border border-edge bg-surface px-3 transition-colors hover:border-ink has-checked:border-ink has-checked:bg-ink has-checked:text-white has-focus-visible:outline-2 has-focus-visible:outline-ink has-focus-visible:outline-offset-2'
const soldOutChip =
  'border-line! bg-transparent! text-muted bg-[linear-gradient(to_top_right,transparent_calc(50%-0.5px),var(--color-edge)_50%,transparent_calc(50%+0.5px))]!'

function SizeChart({ product }: { product: Product }) {
  const [panel, setPanel] = useState<'never' | 'closed' | 'open'>('never')
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setPanel('open')}
        className="float-right mt-4.5 flex min-h-11 items-center gap-2 text-sm noscript:hidden"
      >
        <Icon name="ruler" size={18} />
        <span className="link-line py-0.5">Beden Tablosu</span>
      </button>
      {panel !== 'never' && (
        <Suspense>
          <SizeChartPanel open={panel === 'open'} onClose={() => setPanel('closed')} product={product} />
        </Suspense>
      )}
    </>
  )
}

/** While no colour is chosen: each size once, of a colour that has it. */
function mergeSizes(variants: Product['variants']): Product['variants'] {
  const sizes = new Map<string, Product['variants'][number]>()
  for (const variant of variants) if (!sizes.get(variant.size)?.stock) sizes.set(variant.size, variant)
  return [...sizes.values()]
}

/** The other colours of the design: products of their own, at their own addresses. */
function ColorGroup({ siblings, productId }: { siblings: ColorSibling[]; productId: string }) {
  const current = siblings.find((sibling) => sibling.id === productId)
  return (
    <div className="mt-7">
      <h2 id="renkler">Renk{current?.color && <span className="text-muted">: {current.color}</span>}</h2>
      <ul aria-labelledby="renkler" className="mt-3 flex flex-wrap gap-2">
        {siblings.map(({ id, slug, name, color, image, inStock }) => (
          <li key={id}>
            <Link
              to={`/urun/${slug}`}
              replace
              preventScrollReset
              prefetch="intent"
              aria-label={`${color ?? name}${inStock ? '' : ' (tükendi)'}`}
              aria-current={id === productId ? 'true' : undefined}
              className="block rounded-xs border border-transparent p-0.5 transition-colors hover:border-edge aria-[current]:border-ink"
            >
              <Picture
                image={image}
                alt=""
                sizes="64px"
                className={`aspect-4/5 w-14 rounded-xs object-cover lg:w-16 ${inStock ? '' : 'opacity-50'}`}
              />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Quantity({ value, most, onChange }: { value: number; most: number; onChange: (value: number) => void }) {
  return (
    <div className="mt-7 flex items-center gap-5">
      <span id="adet">Adet</span>
      <fieldset aria-labelledby="adet" className="flex items-center rounded-xs border border-edge bg-surface">
        <Step name="Adedi azalt" icon="minus" disabled={value <= 1} onClick={() => onChange(value - 1)} />
        <output aria-live="polite" className="w-8 text-center tabular-nums">
          {value}
        </output>
        <Step name="Adedi artır" icon="plus" disabled={value >= most} onClick={() => onChange(value + 1)} />
      </fieldset>
    </div>
  )
}

type StepProps = { name: string; icon: 'minus' | 'plus'; disabled: boolean; onClick: () => void }

function Step({ name, icon, disabled, onClick }: StepProps) {
  return (
    <button
      type="button"
      aria-label={name}
      // Not `disabled`: the focus would be lost at the last step.
      aria-disabled={disabled}
      onClick={() => !disabled && onClick()}
      className="grid size-11 place-items-center aria-disabled:text-edge"
    >
      <Icon name={icon} size={16} />
    </button>
  )
}
