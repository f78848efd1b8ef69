import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { WireKeptCart } from '#api/wire/links.ts'
import { ApiError, api, sentenceOf } from '#app/browser/api-client.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { addToCart, openCart, readCart } from '#app/storefront/cart/store.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { LoadFailed } from '#app/ui/load-states.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { fromTl } from '#shop/money.ts'

/** Puts the cart of a mail into this browser, and opens it. What follows the # is known to the browser alone. */
export function KeptCart() {
  const [token, setToken] = useState<string>()
  useEffect(() => {
    setToken(new URLSearchParams(window.location.hash.slice(1)).get('token') ?? '')
  }, [])
  if (token === undefined) return <Skeleton className="h-40" />
  return token ? <Restored token={token} /> : <Gone sentence="Bağlantı eksik; lütfen e-postadaki düğmeyi kullanın." />
}

function Restored({ token }: { token: string }) {
  const { state, again } = useLoaded(token, (signal) =>
    api.get<'GET /kept-carts/{token}'>(`/kept-carts/${encodeURIComponent(token)}`, { guest: true, signal }),
  )
  const cart = state.kind === 'ready' ? state.value : undefined
  useEffect(() => {
    if (!cart) return
    putIn(cart)
    if (cart.items.length > 0) openCart()
  }, [cart])
  if (state.kind === 'failed') {
    const { error } = state
    if (error instanceof ApiError && error.status === 404) return <Gone sentence={error.message} />
    return <LoadFailed onAgain={again}>{sentenceOf(error, 'Sepetiniz açılamadı.')}</LoadFailed>
  }
  if (!cart) return <Skeleton className="h-40" />
  if (cart.items.length === 0) return <Gone sentence="Sepetinizdeki parçalar bu arada tükendi." />
  return (
    <>
      <p>Sepetinizdeki {cart.items.length} parça artık bu tarayıcıda; fiyatlar bugünküdür.</p>
      {cart.gone > 0 && <Notice tone="plain">Bu arada {cart.gone} parça tükendi; onlar sepete konmadı.</Notice>}
      <Button onClick={openCart} className="justify-self-start">
        Sepeti aç
      </Button>
    </>
  )
}

/** Puts the kept pieces into the cart; one that is already in it stays as it is. */
function putIn({ items }: WireKeptCart): void {
  const present = new Set(readCart().map(({ variantId }) => variantId))
  for (const { price, stockQuantity: _, image, ...piece } of items) {
    if (present.has(piece.variantId)) continue
    addToCart({ ...piece, priceKurus: fromTl(price) ?? 0, image: image ?? undefined })
  }
}

function Gone({ sentence }: { sentence: string }) {
  return (
    <>
      <Notice tone="plain">{sentence}</Notice>
      <Link to="/ust-giyim" className={buttonClass('secondary', 'justify-self-start')}>
        Mağazaya bakın
      </Link>
    </>
  )
}
