import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { api, sentenceOf } from '#app/browser/api-client.ts'
import { readStored } from '#app/browser/browser-storage.ts'
import { repeatPress } from '#app/browser/touched.ts'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Picture } from '#app/ui/picture.tsx'
import type { LookPiece, ShownLook } from '#shop/catalog/looks/shown.ts'
import { formatKurus } from '#shop/money.ts'
import { openCart } from '../cart/store.ts'
import { type Chosen, ownChoice, putLookInCart, toldOf } from '../looks/into-cart.ts'

export type LooksProps = {
  looks: ShownLook[]
  productId: string
  /** The size that she has chosen of this product. */
  size: string | undefined
}

/** The owner's looks with this product: each piece with its sizes, all into the cart at once. */
export function Looks({ looks, ...here }: LooksProps) {
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!section.current) return
    repeatPress(section.current)
    // She came from a look, and this part came after the page.
    if (window.location.hash === '#kombin') section.current.scrollIntoView()
  }, [])
  if (looks.length === 0) return null
  return (
    <section
      ref={section}
      id="kombin"
      aria-labelledby="kombini-tamamlayin"
      className="below-fold mt-20 scroll-mt-24 md:mt-28"
    >
      <h2 id="kombini-tamamlayin" className="font-display text-2xl">
        Kombini tamamlayın
      </h2>
      {looks.map((look) => (
        <Look key={look.id} look={look} {...here} />
      ))}
    </section>
  )
}

type LookProps = { look: ShownLook } & Omit<LooksProps, 'looks'>

function Look({ look: { id, title, image, pieces }, productId, size }: LookProps) {
  const [own, setOwn] = useState<Chosen>({})
  const [picked, setPicked] = useState<Chosen>({})
  const [asked, setAsked] = useState(false)
  const [said, setSaid] = useState<{ text: string; bad: boolean }>()
  const [busy, setBusy] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const kept = readStored('bedenim')
    setOwn(Object.fromEntries(pieces.map((piece) => [piece.id, ownChoice(piece, kept) ?? ''])))
  }, [pieces])

  const choiceOf = ({ id, choices }: LookPiece) => {
    const here = id === productId && size && choices.includes(size) ? size : undefined
    const only = choices.length === 1 ? choices[0] : undefined
    return picked[id] ?? here ?? (own[id] || only) ?? ''
  }
  const there = pieces.filter(({ choices }) => choices.length > 0)
  const missing = there.filter((piece) => !choiceOf(piece))
  const totalKurus = there.reduce((sum, piece) => sum + piece.priceKurus, 0)

  async function add() {
    setSaid(undefined)
    setAsked(missing.length > 0)
    if (missing.length > 0) {
      list.current?.querySelector<HTMLElement>(`#kombin-${id}-${missing[0]?.id}`)?.focus()
      return
    }
    setBusy(true)
    const chosen = Object.fromEntries(there.map((piece) => [piece.id, choiceOf(piece)]))
    try {
      const done = await putLookInCart(pieces, chosen, (id) =>
        api.get<'GET /products/{id}'>(`/products/${id}`, { guest: true }),
      )
      const text = toldOf(done)
      if (text) setSaid({ text, bad: done.added.length === 0 })
      else openCart()
    } catch (error) {
      setSaid({ text: sentenceOf(error, 'Kombin sepete eklenemedi. Lütfen tekrar deneyin.'), bad: true })
    }
    setBusy(false)
  }

  return (
    <div className={`mt-6 grid gap-6 md:gap-10 ${image ? 'md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]' : ''}`}>
      {image && (
        <div>
          <Picture
            image={image}
            alt=""
            sizes="(min-width: 1440px) 520px, (min-width: 768px) 38vw, 92vw"
            className="aspect-4/5 w-full rounded-xs object-cover"
          />
        </div>
      )}
      <div className="max-w-2xl">
        <h3 className="break-words text-lg">{title}</h3>
        <ul ref={list} className="mt-3 border-line border-t">
          {pieces.map((piece) => (
            <Piece
              key={piece.id}
              piece={piece}
              field={`kombin-${id}-${piece.id}`}
              here={piece.id === productId}
              choice={choiceOf(piece)}
              missing={asked && !choiceOf(piece)}
              onChoose={(choice) => setPicked((picked) => ({ ...picked, [piece.id]: choice }))}
            />
          ))}
        </ul>
        {/* Above the button: below it lies what buys this piece alone, on a phone. */}
        <p role="status" className={`text-sm ${said && !said.bad ? '' : 'text-bad'}`}>
          {asked && missing.length > 0 && (
            <span className="mt-4 block">Önce {missing.map(({ name }) => name).join(', ')} için bedeninizi seçin.</span>
          )}
          {said && <span className="mt-4 block">{said.text}</span>}
        </p>
        <div className="mt-4 flex flex-wrap gap-3">
          <Button disabled={busy} onClick={add} className="w-full sm:w-auto">
            Hepsini sepete ekle
            <span className="font-normal tabular-nums">{formatKurus(totalKurus)}</span>
          </Button>
          {said && !said.bad && (
            <Button look="secondary" onClick={openCart} className="w-full sm:w-auto">
              Sepeti aç
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}

type PieceProps = {
  piece: LookPiece
  field: string
  /** The page is about this one. */
  here: boolean
  choice: string
  missing: boolean
  onChoose: (choice: string) => void
}

function Piece({
  piece: { slug, name, image, priceKurus, choices },
  field,
  here,
  choice,
  missing,
  onChoose,
}: PieceProps) {
  const soldOut = choices.length === 0
  return (
    <li className="grid grid-cols-[4.5rem_minmax(0,1fr)] items-center gap-x-4 border-line border-b py-3 sm:grid-cols-[4.5rem_minmax(0,1fr)_11rem]">
      <div className="row-span-2 sm:row-span-1">
        <Picture
          image={image}
          alt=""
          sizes={72}
          className={`aspect-4/5 w-18 rounded-xs object-cover ${soldOut ? 'opacity-55' : ''}`}
        />
      </div>
      <div>
        {here ? (
          <p className="font-medium">{name}</p>
        ) : (
          <Link to={`/urun/${slug}`} className="hover:underline">
            {name}
          </Link>
        )}
        <p className="text-muted text-sm tabular-nums">{formatKurus(priceKurus)}</p>
      </div>
      {soldOut ? (
        <p className="text-muted text-sm">Tükendi</p>
      ) : (
        <div className="relative mt-2 max-w-56 sm:mt-0">
          <select
            id={field}
            aria-label={`Beden: ${name}`}
            aria-invalid={missing}
            value={choice}
            onChange={({ target }) => onChoose(target.value)}
            className="block min-h-11 w-full appearance-none rounded-xs border border-edge bg-surface pr-9 pl-3 text-base aria-invalid:border-bad"
          >
            <option value="" disabled>
              Beden seçin
            </option>
            {choices.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
          <span className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2">
            <Icon name="down" size={18} />
          </span>
        </div>
      )}
    </li>
  )
}
