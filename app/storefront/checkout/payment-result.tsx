import { Suspense, useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { WireOrder } from '#api/wire/orders.ts'
import type { WirePayment } from '#api/wire/payments.ts'
import { AccountPage } from '#app/account/page.tsx'
import { api, sentenceOf } from '#app/browser/api-client.ts'
import { lazyOnline } from '#app/browser/lazy-online.ts'
import { openLogin, useSession } from '#app/browser/session-store.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { checkCustomer } from '#shop/checkout/checks.ts'
import { seconds } from '#shop/time.ts'
import { shopOf } from '../../frame/page-meta.ts'
import { useShop } from '../../frame/use-shop.ts'
import { takeOutBought } from '../cart/bought.ts'
import { openCart, openTill } from '../cart/store.ts'
import type { Route } from './+types/payment-result.ts'
import type { CompletedOrder } from './completed.tsx'
import { forgetLeftWishes, keepAttempt, readAttempt, readDraft, takeUpWishes } from './draft.ts'
import { OpenOrders, SoonSeen } from './failure.tsx'
import { useGuest } from './guest/session.ts'
import { pollPayment, pollTiming } from './pay.ts'
import { completedOrder, paymentFailure } from './use-payment.ts'

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `Ödeme sonucu | ${shopOf(matches).name}` },
  { name: 'robots', content: 'noindex' },
]

const loadCompleted = () => import('./completed.tsx').then((m) => ({ default: m.CheckoutCompleted }))
const CheckoutCompleted = lazyOnline(loadCompleted)

type State =
  | { kind: 'asking' }
  | { kind: 'stranger' }
  | { kind: 'completed'; order: CompletedOrder }
  | { kind: 'open'; state: WirePayment }
  | { kind: 'failed'; message: string }
  | { kind: 'missing'; message: string }

/** The page to which the bank sends the shopper back. */
export default function PaymentResult() {
  const { state, again } = useResult()
  const guests = useShop()?.shop.guests
  const navigate = useNavigate()
  // On its way while the bank is asked.
  useEffect(() => void loadCompleted(), [])
  return (
    <AccountPage title={state.kind === 'completed' ? 'Sipariş Tamamlandı' : 'Ödeme sonucu'}>
      {state.kind === 'asking' && (
        <p role="status" className="text-muted">
          Ödemenizin sonucunu bankaya soruyoruz…
        </p>
      )}
      {state.kind === 'completed' && (
        <Suspense>
          <CheckoutCompleted
            order={state.order}
            onContinue={() => navigate('/ust-giyim')}
            onKnown={({ items }) => takeOutOf(state.order.orderId, items)}
          />
        </Suspense>
      )}
      {state.kind === 'stranger' && (
        <>
          <p>
            Ödemenizin sonucunu görmek için giriş yapın.
            {guests && ' Üye olmadan aldıysanız siparişinizin bağlantısını e-postayla gönderdik.'}
          </p>
          <Button onClick={() => openLogin(again)}>Giriş yap</Button>
        </>
      )}
      {state.kind === 'failed' && (
        <>
          <Notice tone="bad">{state.message}</Notice>
          <p className="text-muted">
            Sepetiniz ve bilgileriniz duruyor; aynı kartla ya da başka bir yolla yeniden deneyebilirsiniz.
          </p>
          <Button onClick={payAgain}>Tekrar Dene</Button>
        </>
      )}
      {state.kind === 'missing' && (
        <>
          <Notice tone="bad">{state.message}</Notice>
          <Link to="/" className={buttonClass('secondary')}>
            Ana sayfaya dön
          </Link>
        </>
      )}
      {state.kind === 'open' && <StillOpen state={state.state} onAgain={again} />}
    </AccountPage>
  )
}

/** To where she was: the payment, or the order information where this tab does not know it. */
function payAgain() {
  takeUpWishes()
  openTill(Object.keys(checkCustomer(readDraft())).length === 0 ? 'payment' : 'info')
}

function StillOpen({ state, onAgain }: { state: WirePayment; onAgain: () => void }) {
  const { redirectUrl } = state
  if (state.status === '3DS_REQUIRED' && redirectUrl) {
    return (
      <>
        <Notice tone="plain">Bankanızın doğrulama adımı tamamlanmadı, ödemeniz henüz alınmadı.</Notice>
        <Button onClick={() => window.location.assign(redirectUrl)}>Bankanın sayfasına dön</Button>
        <Button look="secondary" onClick={openCart}>
          Sepete dön
        </Button>
      </>
    )
  }
  if (state.status === 'REDIRECT' && redirectUrl) {
    return (
      <>
        <Notice tone="plain">Ödeme sayfasında ödemeniz tamamlanmadı; kartınızdan para çekilmedi.</Notice>
        <Button onClick={() => window.location.assign(redirectUrl)}>Ödeme sayfasına dön</Button>
        <Button look="secondary" onClick={openCart}>
          Sepete dön
        </Button>
      </>
    )
  }
  return (
    <>
      <Notice tone="plain">
        <p>Bankanız hâlâ yanıt vermedi.</p>
        <SoonSeen />
      </Notice>
      <Button onClick={onAgain}>Yeniden sor</Button>
      <OpenOrders />
    </>
  )
}

function useResult(): { state: State; again: () => void } {
  const [state, setState] = useState<State>({ kind: 'asking' })
  const [asked, setAsked] = useState(0)
  const guest = useGuest()
  const who = useSession().user?.id ?? guest?.token
  // biome-ignore lint/correctness/useExhaustiveDependencies: asking again, or as somebody else, is a new question
  useEffect(() => {
    const orderId = new URLSearchParams(window.location.search).get('order')
    if (!orderId) return setState({ kind: 'missing', message: 'Bu adreste bir ödeme bulunamadı.' })
    if (!who) return setState({ kind: 'stranger' })
    const stopped = new AbortController()
    setState({ kind: 'asking' })
    findResult(orderId, stopped.signal).then(
      (state) => !stopped.signal.aborted && setState(state),
      (error: unknown) =>
        !stopped.signal.aborted && setState({ kind: 'missing', message: sentenceOf(error, paymentFailure) }),
    )
    return () => stopped.abort()
  }, [asked, who])
  return { state, again: () => setAsked((n) => n + 1) }
}

async function findResult(orderId: string, signal: AbortSignal): Promise<State> {
  const attempt = readAttempt()
  const state = await pollPayment(orderId, { ...pollTiming, page: seconds(10), signal })
  if (state.status === 'DECLINED') return { kind: 'failed', message: state.message ?? 'Ödeme işlemi başarısız oldu.' }
  if (state.status !== 'SUCCESS') return { kind: 'open', state }
  const { order, bought } = await orderOf(state)
  // Kept until its pieces are out of the cart: who reloads, or pays for them again, comes back to this payment.
  if (attempt?.orderId === orderId) keepAttempt(attempt)
  if (bought) takeOutOf(orderId, bought)
  forgetLeftWishes()
  return { kind: 'completed', order }
}

type Items = WireOrder['items']
type Told = { order: CompletedOrder; bought?: Items }

/** Only the payment that left this cart takes out of it, and once; an old address opened again does not. */
function takeOutOf(orderId: string, items: Items): void {
  if (readAttempt()?.orderId !== orderId) return
  takeOutBought(items.map(({ variant, quantity }) => ({ variantId: variant.id, quantity })))
  keepAttempt(undefined)
}

async function orderOf(state: WirePayment): Promise<Told> {
  const typed = completedOrder(state, readDraft())
  try {
    const {
      customerInfo,
      shippingAddress: address,
      items,
    } = await api.get<'GET /orders/{id}'>(`/orders/${state.orderId}`)
    const { firstName, lastName, email } = customerInfo
    return { order: { ...typed, recipient: `${firstName} ${lastName}`, address, email }, bought: items }
  } catch {
    // The order is paid; the typed address tells where it goes. What it took of the cart is not known yet.
    return { order: typed }
  }
}
