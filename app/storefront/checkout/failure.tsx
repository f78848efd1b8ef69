import { useEffect, useRef } from 'react'
import { SendVerification } from '#app/account/sign-in/send-verification.tsx'
import { openAccount, useSession } from '#app/browser/session-store.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { Failure } from './use-payment.ts'

type PaymentFailureProps = {
  failure: Failure
  /** Number of installment options above the notice: they are fetched again when the sum changes, and move it. */
  installments: number
  onBack: (step: 'cart' | 'info') => void
  onForget: () => void
}

/**
 * Why the payment did not go through, and the way on from there. It comes into view and takes the focus: the button that she
 * pressed is far below it, and lost the focus while it waited.
 */
export function PaymentFailure({ failure, installments, onBack, onForget }: PaymentFailureProps) {
  const sentence = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    sentence.current?.focus({ preventScroll: true })
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: it moves with what stands above it
  useEffect(() => {
    // She has not gone on from it.
    if (document.activeElement === sentence.current) sentence.current?.scrollIntoView({ block: 'center' })
  }, [installments])
  return (
    <Notice tone="bad">
      <div className="grid justify-items-start gap-2">
        <p ref={sentence} tabIndex={-1} className="font-medium">
          {failure.message}
        </p>
        <WayOn failure={failure} onBack={onBack} onForget={onForget} />
      </div>
    </Notice>
  )
}

/** While the bank keeps her waiting. It comes into view too: it says what she must not do meanwhile. */
export function AskingTheBank() {
  const words = useRef<HTMLDivElement>(null)
  useEffect(() => {
    words.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <div ref={words}>
      <Notice tone="plain">
        Bankanız henüz yanıt vermedi, sonucu bankaya soruyoruz. Lütfen bu pencereyi kapatmayın ve yeniden ödeme
        yapmayın.
      </Notice>
    </div>
  )
}

function WayOn({ failure, onBack, onForget }: Omit<PaymentFailureProps, 'installments'>) {
  switch (failure.code) {
    case 'PAYMENT_DECLINED':
      return <p>Kartınızdan para çekilmedi. Bilgileri kontrol edip tekrar deneyin ya da başka bir kart kullanın.</p>
    case 'PRICE_CHANGED':
      return <p>Sepetiniz güncellendi. Aşağıdaki yeni tutarı onaylıyorsanız yeniden ödeyebilirsiniz.</p>
    case 'OUT_OF_STOCK':
    case 'HOLD_LIMIT':
    case 'NOT_FOUND':
      return (
        <Button look="secondary" onClick={() => onBack('cart')}>
          Sepeti düzenle
        </Button>
      )
    case 'EMAIL_NOT_VERIFIED':
      return (
        <>
          <p>Bağlantıyı açtıktan sonra bu sayfada kaldığınız yerden ödeyebilirsiniz.</p>
          <SendVerification />
        </>
      )
    case 'UNREACHABLE':
      return <p>Yeniden denediğinizde aynı ödeme ikinci kez alınmaz.</p>
    case 'BANK_SLOW':
      return (
        <>
          <SoonSeen />
          <OpenOrders />
        </>
      )
    case 'IDEMPOTENCY_CONFLICT':
      return <UnknownOutcome onForget={onForget} />
    default:
      return null
  }
}

function UnknownOutcome({ onForget }: { onForget: () => void }) {
  const isMember = useSession().user !== undefined
  return (
    <>
      <p>
        Önceki denemenizin sonucu bize ulaşmadı, ödemeniz alınmış olabilir.{' '}
        {isMember
          ? 'Yeniden ödemeden önce Siparişlerim bölümüne bakın; siparişiniz orada yoksa yeni bir ödeme başlatabilirsiniz.'
          : 'Yeniden ödemeden önce e-postanıza bakın; sipariş onayı gelmediyse yeni bir ödeme başlatabilirsiniz.'}
      </p>
      <div className="flex flex-wrap gap-2">
        <OpenOrders />
        <Button look="quiet" onClick={onForget}>
          Yeni ödeme başlat
        </Button>
      </div>
    </>
  )
}

/** The way to learn what became of a payment whose bank has not answered. */
export function SoonSeen() {
  const where = useSession().user ? 'Siparişlerim bölümünde görünür ve size e-posta gönderilir' : 'e-postayla onaylanır'
  return <p>Ödemeniz alındıysa siparişiniz kısa süre içinde {where}. Lütfen görmeden yeniden ödeme yapmayın.</p>
}

/** Nothing for who has no account. */
export function OpenOrders() {
  if (!useSession().user) return null
  return (
    <Button look="secondary" onClick={openAccount}>
      Siparişlerim
    </Button>
  )
}
