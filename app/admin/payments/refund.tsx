import { useState } from 'react'
import type { WireOpenRefund } from '#api/wire/admin/payments.ts'
import { Button } from '#app/ui/button.tsx'
import { formatIban } from '#shop/fields/iban.ts'
import { formatTl } from '#shop/money.ts'
import type { RefundDecision } from '#shop/payments/contract.ts'
import { formatMoment } from '#shop/time.ts'
import { NoteDialog } from './note.tsx'
import { PaymentRow } from './parts.tsx'
import { RefundAccountDialog } from './refund-account.tsx'
import { decisionWords, paidWords, refundState } from './refund-words.ts'

type Outcome = RefundDecision['outcome']

/** Money on its way back: the bank's word is waited for, or the owner's. */
export function RefundRow({ refund, onChanged }: { refund: WireOpenRefund; onChanged: () => void }) {
  // Apart from each other: the dialog keeps its words while it closes.
  const [outcome, setOutcome] = useState<Outcome>('gone')
  const [asking, setAsking] = useState(false)
  const [naming, setNaming] = useState(false)
  const words = refund.byHand ? paidWords : decisionWords[outcome]
  function decide(outcome: Outcome) {
    setOutcome(outcome)
    setAsking(true)
  }

  return (
    <PaymentRow
      actions={
        refund.byHand ? (
          <>
            <Button look="quiet" onClick={() => setNaming(true)}>
              {refund.iban ? 'IBAN’ı değiştir' : 'IBAN yaz'}
            </Button>
            <Button look="secondary" onClick={() => decide('gone')}>
              {paidWords.button}
            </Button>
          </>
        ) : (
          refund.needsDecision &&
          (['gone', 'not-gone'] as const).map((outcome) => (
            <Button key={outcome} look="secondary" onClick={() => decide(outcome)}>
              {decisionWords[outcome].button}
            </Button>
          ))
        )
      }
    >
      <RefundFacts refund={refund} />
      <RefundAccountDialog
        open={naming}
        refund={refund}
        onClose={() => setNaming(false)}
        onDone={() => {
          setNaming(false)
          onChanged()
        }}
      />
      <NoteDialog
        open={asking}
        title={words.title}
        label={refund.byHand ? 'Nasıl gönderdiniz?' : 'Nereden öğrendiniz?'}
        action={words.button}
        missing={refund.byHand ? 'Nasıl gönderdiğinizi yazın' : 'Bunu nereden öğrendiğinizi yazın'}
        path={`/admin/payments/refunds/${refund.id}/resolution`}
        more={{ outcome }}
        done={words.done}
        failed="İade kapatılamadı. Lütfen tekrar deneyin."
        onClose={() => setAsking(false)}
        onDone={() => {
          setAsking(false)
          onChanged()
        }}
      >
        {!refund.byHand && <p>{refundState(refund)}</p>}
        <p>{words.text}</p>
      </NoteDialog>
    </PaymentRow>
  )
}

function RefundFacts({ refund }: { refund: WireOpenRefund }) {
  if (refund.byHand) return <OwedFacts refund={refund} />
  return (
    <>
      <p className="font-medium tabular-nums">
        {refund.shownOrderId} · {formatTl(refund.amount)} iade ediliyor
      </p>
      <RefundReason reason={refund.reason} />
      {refund.needsDecision && (
        <>
          <p className="text-bad">{refundState(refund)}</p>
          <p className="mt-1 text-muted">
            Ödeme kuruluşunun panelinde bu ödemenin iadelerine bakın, paranın gidip gitmediğini burada bildirin.
          </p>
        </>
      )}
      <p className="text-muted tabular-nums">
        {refund.askedTimes} kez soruldu · {formatMoment(refund.createdAt)}
      </p>
    </>
  )
}

/** Money that the owner pays herself, and where to. */
function OwedFacts({ refund }: { refund: WireOpenRefund }) {
  const { shownOrderId, customer, amount, reason, iban, ibanHolder, createdAt } = refund
  return (
    <>
      <p className="font-medium tabular-nums">
        {shownOrderId} · {formatTl(amount)} havale ile iade edilecek
      </p>
      <p className="break-words">{customer}</p>
      <RefundReason reason={reason} />
      {iban ? (
        <p className="tabular-nums">
          {formatIban(iban)} · {ibanHolder}
        </p>
      ) : (
        <p className="text-muted">
          Müşteri IBAN’ını henüz yazmadı; ona siparişinin sayfasında soruluyor. Telefonda söylerse siz yazabilirsiniz.
        </p>
      )}
      <p className="text-muted tabular-nums">{formatMoment(createdAt)} tarihinden beri</p>
    </>
  )
}

function RefundReason({ reason }: { reason: string }) {
  return reason ? <p className="break-words">Sebep: {reason}</p> : null
}
