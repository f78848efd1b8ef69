import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { lazyOnline } from '#app/browser/lazy-online.ts'
import { partOnTouch } from '#app/browser/touched.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { PanelOpener } from '#app/ui/panel-opener.tsx'
import { Picture } from '#app/ui/picture.tsx'
import type { ColorSibling } from '#shop/catalog/groups.ts'
import type { Product } from '#shop/catalog/products.ts'
import type { SizeChart as SizeTable } from '#shop/catalog/size-charts.ts'
import { formatKurus } from '#shop/money.ts'
import { StockNotice } from '../info/stock-notice-opener.tsx'
import type { FitProps } from './fit/advice.tsx'
import { Colors, Sizes } from './pickers.tsx'
import { Quantity } from './quantity.tsx'
import type { SizeChartProps } from './size-chart.tsx'
import type { Chosen } from './use-addressed-choice.ts'
import { useProductChoice } from './use-choice.ts'

const SizeChartPanel = lazyOnline<SizeChartProps>(() =>
  import('./size-chart.tsx').then((m) => ({ default: m.SizeChartPanel })),
)

const MyFit = partOnTouch<FitProps>(() => import('./fit/my-fit.tsx').then((m) => ({ default: m.MyFit })))

type ProductChoiceProps = {
  product: Product
  siblings: ColorSibling[]
  /** There is a chart for its sizes: the usual one, or the owner's. */
  charted: boolean | SizeTable
  /** How buyers found its fit, once somebody has said so. */
  votes?: FitProps['votes']
  chosen: Chosen
  onChoose: (chosen: Chosen) => void
}

/** From color and size to the cart. */
export function ProductChoice(props: ProductChoiceProps) {
  const { product, siblings, charted, votes, onChoose } = props
  const colors = useRef<HTMLFieldSetElement>(null)
  const fieldset = useRef<HTMLFieldSetElement>(null)
  const [asked, setAsked] = useState(false)
  const choice = useProductChoice(product, props.chosen)
  const { sizes, chosen, missing, soldOut } = choice

  function add() {
    if (chosen) return choice.buy(chosen)
    setAsked(true)
    const { current } = missing.color ? colors : fieldset
    current?.scrollIntoView({ block: 'center' })
    current?.querySelector<HTMLElement>('input:enabled')?.focus({ preventScroll: true })
  }
  function choose(change: Chosen) {
    onChoose(change)
    setAsked(false)
  }

  return (
    <>
      {siblings.length > 1 && <ColorGroup siblings={siblings} productId={product.id} />}
      {choice.several && (
        <Colors
          ref={colors}
          colors={choice.colors}
          current={choice.shownColor}
          missing={asked && missing.color}
          onChoose={(color) => choose({ color })}
        />
      )}
      <div className="relative">
        {charted && <SizeChart product={product} own={charted} />}
        <Sizes
          ref={fieldset}
          product={product}
          sizes={sizes}
          size={choice.size}
          chosen={chosen}
          missing={asked && missing.size}
          onChoose={(size) => choose({ size })}
        />
      </div>
      {!soldOut && product.variants.length > 1 && (
        <MyFit product={product} chart={typeof charted === 'object' ? charted : undefined} votes={votes} />
      )}
      {!soldOut && sizes.some((variant) => variant.stock === 0) && <SizeNotice product={product} />}
      {soldOut ? (
        <SoldOut product={product} />
      ) : (
        <>
          <Quantity
            key={chosen?.id}
            value={choice.amount}
            most={choice.most}
            limit={choice.limit}
            onChange={choice.setQuantity}
          />
          <BuyBar priceKurus={chosen?.priceKurus} amount={choice.amount} missing={missing} onBuy={add} />
        </>
      )}
    </>
  )
}

function SizeChart({ product, own }: Omit<SizeChartProps, 'open' | 'onClose'>) {
  return (
    <PanelOpener
      panel={(open, onClose) => <SizeChartPanel open={open} onClose={onClose} product={product} own={own} />}
      className="absolute top-3 right-0 flex min-h-11 -translate-y-1/2 items-center gap-2 text-sm noscript:hidden"
    >
      <Icon name="ruler" size={18} />
      <span className="link-line py-0.5">Beden Tablosu</span>
    </PanelOpener>
  )
}

/** The other colors of the design: products of their own, at their own addresses. */
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
                sizes={60}
                className={`aspect-4/5 w-14 rounded-xs object-cover lg:w-16 ${inStock ? '' : 'opacity-50'}`}
              />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

function SizeNotice({ product }: { product: Product }) {
  return (
    <StockNotice
      product={product}
      className="min-h-11 self-start text-muted text-sm underline underline-offset-4 hover:text-ink"
    >
      Bedeniniz tükendi mi? Gelince haber verelim.
    </StockNotice>
  )
}

function SoldOut({ product }: { product: Product }) {
  return (
    <div className="mt-7 bg-nar-soft px-5 py-4">
      <p className="font-semibold">Tükendi</p>
      <p>Bu ürün şu anda stokta bulunmamaktadır.</p>
      <StockNotice product={product} className={buttonClass('primary', 'label-caps mt-4 min-h-14 w-full')}>
        GELİNCE HABER VER
      </StockNotice>
    </div>
  )
}

type BuyBarProps = {
  priceKurus: number | undefined
  amount: number
  missing: { color: boolean; size: boolean }
  onBuy: () => void
}

/** The button that buys, in sight at the bottom of a phone; without a price nothing is chosen yet. */
function BuyBar({ priceKurus, amount, missing, onBuy }: BuyBarProps) {
  const wanted = [missing.color && 'RENK', missing.size && 'BEDEN'].filter(Boolean).join(' VE ')
  return (
    <div className="buy-bar max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-20 max-md:border-line max-md:border-t max-md:bg-paper max-md:px-4 max-md:pt-3 max-md:pb-[max(12px,env(safe-area-inset-bottom))] md:mt-6">
      <button type="button" onClick={onBuy} className={buttonClass('primary', 'label-caps min-h-14 w-full')}>
        {priceKurus === undefined ? `ÖNCE ${wanted} SEÇİN` : 'SEPETE EKLE'}
        {priceKurus !== undefined && amount > 1 && (
          <span className="font-normal tabular-nums">{formatKurus(priceKurus * amount)}</span>
        )}
      </button>
    </div>
  )
}
