import type { Ref } from 'react'
import type { Product } from '#shop/catalog/products.ts'
import { StockNotice } from '../info/stock-notice-opener.tsx'
import { Cloth, Swatch } from '../listing/card/swatch.tsx'

type Variant = Product['variants'][number]

type ColorsProps = {
  ref: Ref<HTMLFieldSetElement>
  /** Each with the picture that shows its cloth, or its tone. */
  colors: { name: string; image?: string; hex: string | null }[]
  current: string | undefined
  /** She wants to buy and has not chosen yet. */
  missing: boolean
  onChoose: (color: string) => void
}

export function Colors({ ref, colors, current, missing, onChoose }: ColorsProps) {
  return (
    <fieldset ref={ref} role="radiogroup" className="mt-7 scroll-mt-32">
      <legend>Renk{current && <span className="text-muted">: {current}</span>}</legend>
      <div className="mt-3 flex flex-wrap gap-2">
        {colors.map(({ name, image, hex }) => (
          <label key={name} className={chip}>
            <input
              type="radio"
              name="renk"
              className="sr-only"
              checked={name === current}
              onChange={() => onChoose(name)}
            />
            {image ? <Cloth image={image} /> : hex && <Swatch hex={hex} />}
            {name}
          </label>
        ))}
      </div>
      <Missing>{missing && 'Lütfen önce bir renk seçin.'}</Missing>
    </fieldset>
  )
}

type SizesProps = {
  ref: Ref<HTMLFieldSetElement>
  product: Product
  sizes: Variant[]
  size: string | undefined
  chosen: Variant | undefined
  missing: boolean
  onChoose: (size: string) => void
}

export function Sizes({ ref, product, sizes, size, chosen, missing, onChoose }: SizesProps) {
  return (
    <fieldset ref={ref} role="radiogroup" className="mt-7 scroll-mt-32">
      <legend>Beden{size && <span className="text-muted">: {size}</span>}</legend>
      <div className="mt-3 flex flex-wrap gap-2">
        {sizes.length === 0 && <p className="text-muted">Bu ürün için beden tanımlanmamış.</p>}
        {sizes.map((variant) => (
          <div key={variant.id} className="relative">
            <label className={`${chip} ${variant.stock === 0 ? soldOutChip : ''}`}>
              <input
                type="radio"
                name="beden"
                className="sr-only"
                checked={variant.size === size}
                disabled={variant.stock === 0}
                onChange={() => onChoose(variant.size)}
              />
              {variant.size}
              {variant.stock === 0 && <span className="sr-only"> (tükendi)</span>}
            </label>
            {variant.stock === 0 && (
              <StockNotice product={product} variantId={variant.id} className="absolute inset-0">
                <span className="sr-only">{variant.size} bedeni gelince haber verin</span>
              </StockNotice>
            )}
          </div>
        ))}
      </div>
      <Missing>{missing && 'Lütfen önce bedeninizi seçin.'}</Missing>
      {/* As high from the start: her own size is chosen once the page is there. */}
      <p role="status" className={`text-sm ${sizes.some(({ stock }) => stock > 0 && stock <= 3) ? 'min-h-8' : ''}`}>
        {chosen && chosen.stock <= 3 && (
          <span className="mt-3 block text-muted">Bu bedende son {chosen.stock} ürün.</span>
        )}
      </p>
    </fieldset>
  )
}

function Missing({ children }: { children: string | false }) {
  return (
    <p role="status" className="text-sm">
      {children && <span className="mt-3 block text-bad">{children}</span>}
    </p>
  )
}

const chip =
  'flex min-h-11 min-w-12 items-center justify-center gap-2 rounded-xs border border-edge bg-surface px-3 transition-colors hover:border-ink has-checked:border-ink has-checked:bg-ink has-checked:text-white has-focus-visible:outline-2 has-focus-visible:outline-ink has-focus-visible:outline-offset-2'
const soldOutChip =
  'border-line! bg-transparent! text-muted bg-[linear-gradient(to_top_right,transparent_calc(50%-0.5px),var(--color-edge)_50%,transparent_calc(50%+0.5px))]!'
