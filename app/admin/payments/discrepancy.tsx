import { useState } from 'react'
import type { WireDiscrepancy } from '#api/wire/admin/payments.ts'
import { Button } from '#app/ui/button.tsx'
import { Confirm } from '#app/ui/confirm.tsx'
import { formatDate } from '#shop/time.ts'
import { adminCall } from '../parts/api.ts'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'
import { owedByHand, resolutionWords } from './attempt-words.ts'
import { discrepancyWords, excessConsequence } from './discrepancy-words.ts'
import { closingWords, NoteDialog } from './note.tsx'
import { PaymentNumber, PaymentRow } from './parts.tsx'

/** Where the bank's books and the shop's differ: in words, with what to do about it. */
export function DiscrepancyRow({ discrepancy, onChanged }: { discrepancy: WireDiscrepancy; onChanged: () => void }) {
  const [asked, setAsked] = useState(discrepancy)
  const [closing, setClosing] = useState(false)
  const { title, text, advice } = discrepancyWords(discrepancy)

  function startClosing() {
    setAsked(discrepancy)
    setClosing(true)
  }

  return (
    <PaymentRow
      orderId={discrepancy.kind === 'charged-without-order' ? null : discrepancy.orderId}
      actions={<Actions discrepancy={discrepancy} onChanged={onChanged} onNote={startClosing} />}
    >
      <p className="font-medium text-bad">{title}</p>
      <p>{text}</p>
      <p className="mt-1 text-muted">{advice}</p>
      <p className="mt-1 text-muted tabular-nums">
        {formatDate(`${discrepancy.day}T12:00:00+03:00`)}
        <PaymentNumber id={discrepancy.paymentId} />
      </p>
      <NoteDialog
        open={closing}
        title="Farkı kapat"
        {...closingWords}
        missing="Farkın nasıl çözüldüğünü yazın"
        path={`/admin/payments/findings/${discrepancy.id}/resolution`}
        // As she read it: money that comes while she writes is another difference.
        more={{ ours: asked.ours, theirs: asked.theirs }}
        done="Fark kapatıldı."
        onClose={() => setClosing(false)}
        onDone={() => {
          setClosing(false)
          onChanged()
        }}
      >
        <p>
          Fark bu listeden kalkar; hiçbir kartta para hareketi olmaz ve sipariş değişmez. Notunuz değişiklik geçmişinde
          kalır.
        </p>
      </NoteDialog>
    </PaymentRow>
  )
}

type ActionsProps = { discrepancy: WireDiscrepancy; onChanged: () => void; onNote: () => void }

function Actions({ discrepancy, onChanged, onNote }: ActionsProps) {
  const { busy, submit } = useAdminSubmit('Karşılaştırma yapılamadı. Lütfen tekrar deneyin.')

  const compare = (attemptId: string | null) =>
    submit(async () => {
      await adminCall('POST', `/admin/payments/${attemptId}/resolution`, { action: 'ask' })
      onChanged()
      return 'Ödeme kuruluşunun kaydına yeniden bakıldı; tutarlar uyuşuyorsa fark listeden kalktı.'
    })

  return (
    <>
      {discrepancy.excess > 0 && <GiveBackExcess discrepancy={discrepancy} onChanged={onChanged} />}
      {discrepancy.attemptId && !discrepancy.byHand && (
        <Button look="secondary" disabled={busy} onClick={() => compare(discrepancy.attemptId)}>
          {busy ? 'Bekleyin…' : 'Yeniden karşılaştır'}
        </Button>
      )}
      <Button look="secondary" onClick={onNote}>
        Not yazıp kapat
      </Button>
    </>
  )
}

type ExcessProps = Pick<ActionsProps, 'discrepancy' | 'onChanged'>

/** Gives back only what was taken too much, after a question with the amounts. */
function GiveBackExcess({ discrepancy, onChanged }: ExcessProps) {
  const [asking, setAsking] = useState(false)
  const { busy, submit } = useAdminSubmit('İade yapılamadı. Lütfen tekrar deneyin.')
  const { button, title, done } = resolutionWords['refund-excess']
  const { byHand } = discrepancy

  async function giveBack() {
    await submit(async () => {
      await adminCall('POST', `/admin/payments/${discrepancy.attemptId}/resolution`, { action: 'refund-excess' })
      return byHand ? owedByHand : done
    })
    // Also after a failure: another admin may have been first.
    setAsking(false)
    onChanged()
  }

  return (
    <>
      <Button look="secondary" onClick={() => setAsking(true)}>
        {button}
      </Button>
      <Confirm
        open={asking}
        title={byHand ? 'Fazla gelen tutarı iade et' : title}
        action={button}
        busy={busy}
        onClose={() => setAsking(false)}
        onConfirm={giveBack}
      >
        <p>{excessConsequence(discrepancy)}</p>
      </Confirm>
    </>
  )
}
