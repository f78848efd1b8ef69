import { useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Confirm } from '#app/ui/confirm.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { Resolution } from '#shop/payments/contract.ts'
import { formatMoment } from '#shop/time.ts'
import { adminCall, sentenceOf } from './admin-api.ts'
import { consequenceOf, needsDecision, resolutionWords, type ShownAttempt, stateOf, tl } from './payment-words.ts'

/** What may be done: the right thing first. */
function choicesOf(attempt: ShownAttempt): Resolution[] {
  if (!needsDecision(attempt)) return ['ask']
  return attempt.heldReason ? ['refund', 'complete'] : ['refund']
}

/** A payment whose end is open: how it stands in words, and the button that settles it. */
export function AttemptRow({ attempt, onChanged }: { attempt: ShownAttempt; onChanged: () => void }) {
  const [asked, setAsked] = useState<Resolution>('ask')
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)

  async function resolve() {
    setBusy(true)
    try {
      const { data } = await adminCall<{ status: string }>('POST', `/admin/payments/${attempt.id}/resolution`, {
        action: asked,
      })
      toast('good', outcomeOf(asked, data.status))
      onChanged()
    } catch (error) {
      toast('bad', sentenceOf(error, 'İşlem yapılamadı. Lütfen tekrar deneyin.'))
    } finally {
      setBusy(false)
      setAsking(false)
    }
  }

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-b px-3 py-4">
      <div className="min-w-0 flex-1 basis-80">
        <p className="font-medium">
          <span className="tabular-nums">{attempt.shownOrderId}</span> · {attempt.customer} ·{' '}
          <span className="tabular-nums">{tl(attempt.amount)}</span>
        </p>
        <p className={needsDecision(attempt) ? 'text-bad' : ''}>{stateOf(attempt)}</p>
        <p className="text-muted tabular-nums">
          {formatMoment(attempt.createdAt)} tarihinden beri · kart •••• {attempt.cardLast4}
          {attempt.installments > 1 && ` · ${attempt.installments} taksit`}
          {attempt.paymentId && <span className="break-all"> · ödeme no {attempt.paymentId}</span>}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {choicesOf(attempt).map((resolution) => (
          <Button
            key={resolution}
            look="secondary"
            onClick={() => {
              setAsked(resolution)
              setAsking(true)
            }}
          >
            {resolutionWords[resolution].button}
          </Button>
        ))}
      </div>
      <Confirm
        open={asking}
        title={resolutionWords[asked].title}
        action={resolutionWords[asked].button}
        busy={busy}
        onClose={() => setAsking(false)}
        onConfirm={resolve}
      >
        <p>{consequenceOf(asked, attempt)}</p>
      </Confirm>
    </li>
  )
}

function outcomeOf(asked: Resolution, status: string): string {
  if (asked !== 'ask') return resolutionWords[asked].done
  if (status === 'SUCCEEDED') return 'Para çekilmiş; sipariş tamamlandı.'
  if (status === 'DECLINED' || status === 'EXPIRED') return 'Para çekilmemiş; sipariş kapandı, ürünler stoğa döndü.'
  return 'Ödeme kuruluşuna soruldu; sonuç henüz belli değil.'
}
