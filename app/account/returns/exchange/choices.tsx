import { type ComponentProps, type FormEvent, useEffect, useRef, useState } from 'react'
import type { WireItem } from '#api/wire/orders.ts'
import type { WireChoices } from '#api/wire/returns.ts'
import { api } from '#app/browser/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Thumbnail } from '#app/ui/thumbnail.tsx'
import { useSubmit } from '#app/ui/use-submit.ts'
import { formatKurus, formatTl, fromTl } from '#shop/money.ts'

export type Choice = WireChoices[number]['choices'][number]

type ChoicesProps = {
  item: WireItem
  choices: Choice[]
  chosen: Choice | undefined
  busy: boolean
  onChoose: (choice: Choice) => void
}

/** The sizes and colors that a piece may be exchanged for, each a button. */
export function Choices({ item, choices, chosen, busy, onChoose }: ChoicesProps) {
  const own = choices.filter(({ productId }) => productId === item.variant.product.id)
  const others = choices.filter(({ productId }) => productId !== item.variant.product.id)
  return (
    <>
      {own.length === 0 && <p className="text-muted">Bu ürünün başka bedeni ya da rengi şu anda yok.</p>}
      {[own, others].map(
        (list) =>
          list[0] && (
            <div key={list[0].productId} className="grid grid-cols-1 gap-2">
              {list === others && (
                <p>
                  {list[0].name}
                  {isSame(list, ({ difference }) => difference) && <Difference of={list[0]} />}
                </p>
              )}
              <div className="flex flex-wrap gap-2">
                {list.map((choice) => (
                  <ChoiceButton
                    key={choice.variantId}
                    chosen={choice.variantId === chosen?.variantId}
                    disabled={busy}
                    aria-label={`${item.variant.product.name}: ${choice.name}, ${choice.color}, ${choice.size} olsun`}
                    onClick={() => onChoose(choice)}
                  >
                    {isSame(list, ({ color }) => color) && (list === others || choice.color === item.variant.color)
                      ? choice.size
                      : `${choice.color}, ${choice.size}`}
                    {!isSame(list, ({ difference }) => difference) && <Difference of={choice} />}
                  </ChoiceButton>
                ))}
              </div>
            </div>
          ),
      )}
    </>
  )
}

type ChoiceButtonProps = ComponentProps<'button'> & { chosen: boolean }

/** A size or color to have instead. */
export function ChoiceButton({ chosen, children, ...props }: ChoiceButtonProps) {
  return (
    <Button
      look="secondary"
      size="small"
      className="wrap-anywhere aria-pressed:bg-ink aria-pressed:text-white"
      aria-pressed={chosen}
      {...props}
    >
      {chosen && <span aria-hidden="true">✓</span>}
      <span>{children}</span>
    </Button>
  )
}

function isSame(list: Choice[], of: (choice: Choice) => unknown): boolean {
  return new Set(list.map(of)).size === 1
}

function Difference({ of: { difference } }: { of: Choice }) {
  if (difference === 0) return null
  const kurus = fromTl(Math.abs(difference)) ?? 0
  return <span className="font-normal">{` (${difference < 0 ? '−' : '+'}${formatKurus(kurus)})`}</span>
}

type OtherProductProps = { chosen: string; onChoose: (productId: string) => void }
type Found = { id: string; name: string; mainImage: string | null; price: number | null }

/** Looks for another product to have instead; its sizes then stand beside the piece's own. */
export function OtherProduct({ chosen, onChoose }: OtherProductProps) {
  const [open, setOpen] = useState(false)
  const [q, setQ] = useState('')
  const [found, setFound] = useState<Found[]>()
  const { busy, bad, submit } = useSubmit({ failure: 'Ürünler aranamadı. Lütfen tekrar deneyin.' })
  const section = useRef<HTMLElement>(null)
  // It ends the panel: what comes below the field would stand under the panel's edge.
  useEffect(() => {
    if (found) section.current?.scrollIntoView({ block: 'nearest' })
  }, [found])

  function search(event: FormEvent) {
    event.preventDefault()
    if (q.trim() === '') return
    submit(async () => {
      const { products } = await api.get<'GET /products'>(`/products?limit=6&q=${encodeURIComponent(q)}`)
      setFound(products)
    })
  }

  if (!open) {
    return (
      <Button look="quiet" onClick={() => setOpen(true)} className="-ml-2 justify-self-start">
        Başka bir ürün istiyorum
      </Button>
    )
  }
  return (
    <section ref={section} aria-label="Başka bir ürün" className="grid grid-cols-1 gap-3">
      <form onSubmit={search} noValidate className="flex flex-wrap items-end gap-3">
        <Field label="Hangi ürün?" type="search" value={q} onChange={(event) => setQ(event.target.value)} />
        <Button type="submit" look="secondary" disabled={busy}>
          Ara
        </Button>
      </form>
      {bad && <Notice tone="bad">{bad}</Notice>}
      {found?.length === 0 && <p className="text-muted">Bu aramaya uyan ürün yok.</p>}
      <ul className="grid grid-cols-1 gap-1">
        {found?.map(({ id, name, mainImage, price }) => (
          <li key={id}>
            <button
              type="button"
              aria-pressed={id === chosen}
              onClick={() => onChoose(id)}
              className="flex min-h-11 w-full items-center gap-3 text-left hover:underline"
            >
              <Thumbnail address={mainImage} className="aspect-4/5 w-10 shrink-0 rounded-xs" />
              <span className="min-w-0 grow">
                {name}
                {id === chosen && <span className="text-muted"> (bedenleri yukarıda)</span>}
              </span>
              {price !== null && <span className="whitespace-nowrap tabular-nums">{formatTl(price)}</span>}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
