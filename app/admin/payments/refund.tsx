import { useState } from 'react'
import type { WireOpenRefund } from '#api/wire/admin/payments.ts'
import { Button } from '#app/ui/button.tsx'
import type { RefundDecision } from '#shop/payments/contract.ts'
import { formatMoment } from '#shop/time.ts'
import { tl } from './amount.ts'
import { NoteDialog } from './note.tsx'
import { PaymentRow } from './parts.tsx'
import { decisionWords, refundState } from './refund-words.ts'

type Outcome = RefundDecision['outcome']

/** Money on its way back: the bank's word is waited for, or the owner's. */
export function RefundRow({ refund, onChanged }: { refund: WireOpenRefund; onChanged: () => void }) {
  // Apart from each other: the dialog keeps its words while it closes.
  const [outcome, setOutcome] = useState<Outcome>('gone')
  const [asking, setAsking] = useState(false)
  const words = decisionWords[outcome]
  function decide(outcome: Outcome) {
    setOutcome(outcome)
    setAsking(true)
  }

  return (
    <PaymentRow
      actions={
        refund.needsDecision &&
        (['gone', 'not-gone'] as const).map((outcome) => (
          <Button key={outcome} look="secondary" onClick={() => decide(outcome)}>
            {decisionWords[outcome].button}
          </Button>
        ))
      }
    >
      <RefundFacts refund={refund} />
      <NoteDialog
        open={asking}
        title={words.title}
        label="Nereden öğrendiniz?"
        action={words.button}
        missing="Bunu nereden öğrendiğinizi yazın"
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
        <p>{refundState(refund)}</p>
        <p>{words.text}</p>
      </NoteDialog>
    </PaymentRow>
  )
}

function RefundFacts({ refund }: { refund: WireOpenRefund }) {
  return (
    <>
      <p className="font-medium tabular-nums">
        {refund.shownOrderId} · {tl(refund.amount)} iade ediliyor
      </p>
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
