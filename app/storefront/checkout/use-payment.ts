import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { WirePayment, WireTransferDue } from '#api/wire/payments.ts'
import { ApiError, type FailureWords, sentenceOf } from '#app/browser/api-client.ts'
import { useFocusBack } from '#app/ui/use-submit.ts'
import type { CustomerFields } from '#shop/checkout/checks.ts'
import { postalLines } from '#shop/fields/postal-address.ts'
import { takeOutBought } from '../cart/bought.ts'
import type { CartLine } from '../cart/store.ts'
import type { CompletedOrder } from './completed.tsx'
import { keepAttempt, leaveWishes } from './draft.ts'
import { useTurn } from './line/use-turn.ts'
import { type CardValues, pollPayment, pollTiming } from './pay.ts'

/** Why there is no order yet, in words for the shopper and a code for what to offer her. */
export type Failure = { code: string; message: string; orderId?: string }

type UsePaymentProps = {
  lines: CartLine[]
  customer: CustomerFields
  recheck: () => Promise<void>
  onBusy: (busy: boolean) => void
  onInfoProblems: (fields: Record<string, string>) => void
  onCardProblems: (fields: Partial<CardValues>) => void
  onCompleted: (order: CompletedOrder) => void
}

/** One payment at a time, from the button to its end. */
export function usePayment({
  lines,
  customer,
  recheck,
  onBusy,
  onInfoProblems,
  onCardProblems,
  onCompleted,
}: UsePaymentProps) {
  const [phase, setPhase] = useState<'idle' | 'processing' | 'asking'>('idle')
  const [failure, setFailure] = useState<Failure>()
  const [unconfirmed, setUnconfirmed] = useState<WirePayment>()
  const stopped = useRef(new AbortController())
  const { inLine, payInTurn } = useTurn(lines, stopped)
  /** Another tab may change the cart while the payment waits for its code. */
  const bought = useRef(lines)
  const busy = phase !== 'idle'
  useWarningBeforeLeaving(busy)
  useFocusBack(busy)
  const gone = useEffectEvent(() => onBusy(false))
  useEffect(() => {
    stopped.current = new AbortController()
    return () => {
      stopped.current.abort()
      gone()
    }
  }, [])
  useBackFromBank(() => move('idle'))

  function move(next: typeof phase) {
    setPhase(next)
    onBusy(next !== 'idle')
  }

  async function start(body: unknown) {
    move('processing')
    setFailure(undefined)
    bought.current = lines
    try {
      let state = await payInTurn(body)
      if (!state) return move('idle')
      if (state.status === 'PENDING') {
        move('asking')
        state = await pollPayment(state.orderId, { ...pollTiming, signal: stopped.current.signal })
      }
      if (goOn(state)) return
    } catch (error) {
      if (stopped.current.signal.aborted) return
      await explain(error)
    }
    move('idle')
  }

  /** True when this form has nothing more to do. */
  function goOn(state: WirePayment): boolean {
    if (state.status === 'SUCCESS' || state.status === 'AWAITING_TRANSFER') {
      onBusy(false)
      onCompleted(completedOrder(state, customer))
      takeOutBought(bought.current)
      return true
    }
    if ((state.status === '3DS_REQUIRED' || state.status === 'REDIRECT') && state.redirectUrl) {
      leaving.allowed = true
      leaveWishes()
      window.location.assign(state.redirectUrl)
      return true
    }
    if (state.status === 'CODE_REQUIRED') {
      setUnconfirmed(state)
      move('idle')
      return true
    }
    if (state.status === 'DECLINED') setFailure({ code: 'PAYMENT_DECLINED', message: state.message ?? refused })
    else setFailure({ code: 'BANK_SLOW', message: bankSlow, orderId: state.orderId })
    return false
  }

  async function explain(error: unknown) {
    const message = sentenceOf(error, paymentFailure)
    if (!(error instanceof ApiError)) return setFailure({ code: 'UNREACHABLE', message })
    const { info, card } = problemsOf(error.fields)
    if (info) return onInfoProblems(info)
    if (card) onCardProblems(card)
    // Nobody knows what became of the payment: the next try repeats the same one.
    const unheard = error.status >= 500 && !error.sentence
    setFailure({ code: unheard ? 'UNREACHABLE' : error.code, message })
    if (['PRICE_CHANGED', 'OUT_OF_STOCK', 'NOT_FOUND', 'METHOD_UNAVAILABLE'].includes(error.code)) await recheck()
  }

  return {
    busy,
    asking: phase === 'asking',
    inLine,
    failure,
    /** While the order waits for the code that confirms it. */
    code: unconfirmed && {
      payment: unconfirmed,
      onConfirmed(state: WirePayment) {
        keepAttempt(undefined)
        onCompleted({ ...completedOrder(state, customer), atDoor: true })
        takeOutBought(bought.current)
      },
      onOver(message: string) {
        keepAttempt(undefined)
        setUnconfirmed(undefined)
        setFailure({ code: 'CODE_OVER', message })
      },
    },
    start,
    /** Why a card was refused says nothing of another way to pay. */
    otherWay: () => setFailure((failure) => (failure?.code === 'PAYMENT_DECLINED' ? undefined : failure)),
    /** The next try is a new payment, whatever became of the last one. */
    forget: () => {
      keepAttempt(undefined)
      setFailure(undefined)
    },
  }
}

const refused = 'Ödeme işlemi başarısız oldu.'

export const paymentFailure: FailureWords = {
  silent: refused,
  unreached: 'Ödeme işlemi sırasında bir hata oluştu. Lütfen tekrar deneyiniz.',
}
const bankSlow = 'Bankanız hâlâ yanıt vermedi.'

export function completedOrder(state: WirePayment, customer: CustomerFields): CompletedOrder {
  return {
    orderId: state.orderId,
    paymentId: state.paymentId,
    totalAmount: state.totalAmount,
    installments: state.installments,
    installmentFee: state.installmentFee,
    recipient: `${customer.firstName} ${customer.lastName}`.trim(),
    address: postalLines(customer).filter(Boolean).join(', '),
    email: customer.email,
    transfer: transferOf(state),
  }
}

function transferOf({ reference, amount, ibans, deadline }: WirePayment): WireTransferDue | undefined {
  return reference && amount && ibans && deadline ? { reference, amount, ibans, deadline } : undefined
}

/** The server's errors by field, for the step that has the field. */
function problemsOf(fields: Record<string, string[]>) {
  const below = (prefix: string) => {
    const own = Object.entries(fields).filter(([name]) => name.startsWith(prefix))
    if (own.length === 0) return undefined
    return Object.fromEntries(own.map(([name, [sentence]]) => [name.slice(prefix.length), sentence ?? '']))
  }
  return { info: below('orderData.customerInfo.'), card: below('paymentData.') as Partial<CardValues> | undefined }
}

/** Back from her bank by the back button, the page may come out of the browser's cache as it was left. */
function useBackFromBank(onBack: () => void) {
  const shown = useEffectEvent((event: PageTransitionEvent) => {
    if (!event.persisted) return
    leaving.allowed = false
    onBack()
  })
  useEffect(() => {
    window.addEventListener('pageshow', shown)
    return () => window.removeEventListener('pageshow', shown)
  }, [])
}

/** Going to the bank is the one way out of a payment that needs no warning. */
const leaving = { allowed: false }

function useWarningBeforeLeaving(busy: boolean) {
  useEffect(() => {
    if (!busy) return
    const warn = (event: BeforeUnloadEvent) => {
      if (!leaving.allowed) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [busy])
}
