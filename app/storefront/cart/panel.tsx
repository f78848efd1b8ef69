import { Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { lazyOnline, whenOnline } from '#app/browser/lazy-online.ts'
import { currentUser, openLogin, useSession } from '#app/browser/session-store.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { formatKurus } from '#shop/money.ts'
import { useShop } from '../../frame/use-shop.ts'
import type { CompletedOrder } from '../checkout/completed.tsx'
import { readGuest, useGuest } from '../checkout/guest/session.ts'
import { forgetWishes } from '../checkout/ways/wishes.ts'
import { useCartCheck } from './check.ts'
import type { CartCampaignsProps } from './coupon/footer.tsx'
import { CartEmpty } from './empty.tsx'
import { CartLines } from './lines.tsx'
import { type CheckoutStep, CheckoutSteps, OrderSummary } from './steps.tsx'
import { type CartLine, cartDiscount, closeCart, openedAt, useCart, useCartOpen } from './store.ts'
import { TakenNotice } from './taken-notice.tsx'
import { forgetTaken } from './undo.ts'

const loadInfo = () => import('../checkout/info.tsx').then((m) => ({ default: m.CheckoutInfo }))
const loadGuest = () => import('../checkout/guest/entry.tsx').then((m) => ({ default: m.GuestEntry }))
const loadPayment = () => import('../checkout/payment.tsx').then((m) => ({ default: m.CheckoutPayment }))
const loadCompleted = () => import('../checkout/completed.tsx').then((m) => ({ default: m.CheckoutCompleted }))
const Campaigns = lazyOnline<CartCampaignsProps>(() =>
  import('./coupon/footer.tsx').then((m) => ({ default: m.CartCampaigns })),
)
const GuestStep = lazyOnline(loadGuest)
const InfoStep = lazyOnline(loadInfo)
const PaymentStep = lazyOnline(loadPayment)
const Completed = lazyOnline(loadCompleted)
/** Each step fetches the next one's code while the shopper reads, so that no step opens empty. */
const next: Partial<Record<CheckoutStep, () => Promise<unknown>>> = {
  ...{ cart: loadInfo, guest: loadInfo, info: loadPayment, payment: loadCompleted },
}

const titles: Record<Exclude<CheckoutStep, 'cart'>, string> = {
  guest: 'Alışverişe devam',
  info: 'Sipariş bilgileri',
  payment: 'Ödeme',
  completed: 'Sipariş Tamamlandı',
}

/** Where Back leads from a step; from the others it closes the cart. */
const before: Partial<Record<CheckoutStep, CheckoutStep>> = { guest: 'cart', info: 'cart', payment: 'info' }

/** The cart, and in the same place the way to the till: order information, payment, completed. */
export function CartPanel() {
  const open = useCartOpen()
  const { lines, count } = useCart()
  const { user } = useSession()
  const guest = useGuest()
  const { keptCarts } = useShop()?.shop ?? {}
  const check = useCartCheck(open)
  const [wanted, goTo] = useState<CheckoutStep>('cart')
  const [completed, setCompleted] = useState<CompletedOrder>()
  const [busy, setBusy] = useState(false)
  const [problems, setProblems] = useState<Record<string, string>>({})
  const step = completed ? 'completed' : lines.length > 0 ? stepFor(wanted, Boolean(user ?? guest)) : 'cart'
  // She was further on: her session has ended meanwhile.
  const sentBack = step === 'cart' && wanted !== 'cart' && lines.length > 0
  const close = () => !busy && closeCart()
  function goBack() {
    const to = before[step]
    if (!to) close()
    else if (!busy) goTo(to)
  }
  const buyable = (line: CartLine) => check.states[line.variantId]?.most !== 0

  useLayoutEffect(() => goTo((open && openedAt()) || 'cart'), [open])
  useEffect(() => {
    if (open) return
    setCompleted(undefined)
    forgetTaken()
    forgetWishes()
  }, [open])

  useEffect(() => {
    if (keptCarts && user) import('./kept.ts').then((m) => m.keepCart()).catch(() => {})
  }, [keptCarts, user])

  useEffect(() => {
    const load = next[step]
    if (open && lines.length > 0 && load)
      whenOnline()
        .then(load)
        .catch(() => {})
  }, [open, step, lines.length])

  return (
    <Panel
      open={open}
      onClose={close}
      onBack={goBack}
      title={step === 'cart' ? `Sepetim (${count})` : titles[step]}
      view={step}
      side="right"
      header={lines.length > 0 && <CartHeader step={step} lines={lines} onBack={busy ? undefined : goTo} />}
      footer={
        step === 'cart' && lines.length > 0 ? (
          <CartFooter lines={lines.filter(buyable)} blocked={!lines.every(buyable)} onGoOn={goTo} />
        ) : undefined
      }
    >
      <Suspense fallback={<Skeleton className="h-96" />}>
        {step === 'cart' && <TakenNotice />}
        {sentBack && (
          <Notice tone="plain" className="mb-4">
            Oturumunuz sona erdi. Sepetiniz duruyor; kaldığınız yerden sürdürmek için “Ödemeye Geç” düğmesine basın.
          </Notice>
        )}
        {step === 'cart' && lines.length === 0 && <CartEmpty />}
        {step === 'cart' && lines.length > 0 && <CartLines lines={lines} check={check} />}
        {step === 'guest' && <GuestStep onDone={() => goTo('info')} onBack={() => goTo('cart')} />}
        {(step === 'info' || step === 'payment') && (
          <Till
            step={step}
            lines={lines}
            recheck={check.again}
            problems={problems}
            onProblems={setProblems}
            goTo={goTo}
            onBusy={setBusy}
            onCompleted={setCompleted}
          />
        )}
        {completed && <Completed order={completed} onContinue={closeCart} onLeave={closeCart} />}
      </Suspense>
    </Panel>
  )
}

/** Whom the shop does not know comes no further than to the choice of how to go on. */
function stepFor(wanted: CheckoutStep, known: boolean): CheckoutStep {
  if (known) return wanted === 'guest' ? 'info' : wanted
  return wanted === 'guest' ? wanted : 'cart'
}

type TillProps = {
  step: 'info' | 'payment'
  lines: CartLine[]
  recheck: () => Promise<void>
  /** The server's errors of the order information, by field. */
  problems: Record<string, string>
  onProblems: (problems: Record<string, string>) => void
  goTo: (step: CheckoutStep) => void
  onBusy: (busy: boolean) => void
  onCompleted: (order: CompletedOrder) => void
}

/** Order information and payment; what the server finds wrong with the first leads back to it. */
function Till({ step, lines, recheck, problems, onProblems, goTo, onBusy, onCompleted }: TillProps) {
  if (step === 'info') {
    return (
      <InfoStep
        problems={problems}
        onBack={goTo}
        onDone={() => {
          onProblems({})
          goTo('payment')
        }}
      />
    )
  }
  return (
    <PaymentStep
      lines={lines}
      totalKurus={totalOf(lines)}
      recheck={recheck}
      onBusy={onBusy}
      onBack={goTo}
      onInfoProblems={(fields) => {
        onProblems(fields)
        goTo('info')
      }}
      onCompleted={onCompleted}
    />
  )
}

type CartHeaderProps = {
  step: CheckoutStep
  lines: CartLine[]
  onBack: ((step: CheckoutStep) => void) | undefined
}

function CartHeader({ step, lines, onBack }: CartHeaderProps) {
  const { count } = useCart()
  const discountKurus = cartDiscount.use()
  if (step === 'completed') return null
  return (
    <>
      <CheckoutSteps step={step} onBack={onBack} />
      {step !== 'cart' && <OrderSummary lines={lines} count={count} totalKurus={totalOf(lines) - discountKurus} />}
    </>
  )
}

function totalOf(lines: CartLine[]): number {
  return lines.reduce((sum, line) => sum + line.priceKurus * line.quantity, 0)
}

const loginFirst = 'Alışverişi tamamlamak için giriş yapmanız gerekmektedir'

type CartFooterProps = { lines: CartLine[]; blocked: boolean; onGoOn: (step: CheckoutStep) => void }

function CartFooter({ lines, blocked, onGoOn }: CartFooterProps) {
  const [notice, setNotice] = useState<string>()
  const { user } = useSession()
  const { feeTold, guests, campaigns } = useShop()?.shop ?? {}
  const discountKurus = cartDiscount.use()
  const totalKurus = totalOf(lines)

  function goOn() {
    if (blocked) {
      // It may be out of sight, also for the notice; its one button takes it out.
      requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-gone] button')?.focus())
      return setNotice('Devam etmek için tükenen ürünleri sepetinizden çıkarın.')
    }
    if (currentUser() || readGuest()) return onGoOn('info')
    if (guests) return onGoOn('guest')
    setNotice(loginFirst)
    openLogin(() => onGoOn('info'), loginFirst)
  }

  return (
    <div className="grid gap-3">
      {notice && (blocked || !user) && <Notice tone={blocked ? 'bad' : 'plain'}>{notice}</Notice>}
      {campaigns && lines.length > 0 && (
        <Suspense>
          <Campaigns lines={lines} totalKurus={totalKurus} />
        </Suspense>
      )}
      <div className="flex items-baseline justify-between">
        <span>Toplam</span>
        <span className="font-medium text-xl tabular-nums">{formatKurus(totalKurus - discountKurus)}</span>
      </div>
      <Button onClick={goOn} className="w-full">
        Ödemeye Geç
      </Button>
      <p className="text-center text-muted text-sm">
        {feeTold ? `${feeTold}; KDV fiyatlara dahildir.` : 'Kargo ücretsiz, KDV fiyatlara dahildir.'}
      </p>
    </div>
  )
}
