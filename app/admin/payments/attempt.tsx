import { useState } from 'react'
import type { WireAttempt } from '#api/wire/admin/payments.ts'
import { Button } from '#app/ui/button.tsx'
import { Confirm } from '#app/ui/confirm.tsx'
import type { Resolution } from '#shop/payments/contract.ts'
import { formatMoment } from '#shop/time.ts'
import { adminCall } from '../parts/api.ts'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'
import {
  amountsOf,
  consequenceOf,
  needsDecision,
  owedByHand,
  resolutionWords,
  stateOf,
  waitsForKeys,
} from './attempt-words.ts'
import { closingWords, NoteDialog } from './note.tsx'
import { PaymentNumber, PaymentRow } from './parts.tsx'

/** The possible resolutions, the suggested one first. */
function choicesOf(attempt: WireAttempt): Resolution[] {
  if (waitsForKeys(attempt)) return ['close']
  if (!needsDecision(attempt)) return ['ask']
  const refund: Resolution[] = attempt.taken > attempt.refunded ? ['refund'] : []
  return attempt.heldReason ? [...refund, 'complete', 'close'] : [...refund, 'close']
}

/** A payment whose end is open: how it stands in words, and the button that settles it. */
export function AttemptRow({ attempt, onChanged }: { attempt: WireAttempt; onChanged: () => void }) {
  const { asked, asking, busy, ask, close, done, resolve } = useResolution(attempt, onChanged)
  const choices = choicesOf(attempt)
  return (
    <PaymentRow
      actions={
        choices.length > 0 &&
        choices.map((resolution) => (
          <Button key={resolution} look="secondary" onClick={() => ask(resolution)}>
            {resolutionWords[resolution].button}
          </Button>
        ))
      }
    >
      <AttemptFacts attempt={attempt} />
      <ClosingDialog attempt={attempt} open={asking && asked === 'close'} onClose={close} onDone={done} />
      <Confirm
        open={asking && asked !== 'close'}
        title={resolutionWords[asked].title}
        action={resolutionWords[asked].button}
        busy={busy}
        onClose={close}
        onConfirm={resolve}
      >
        <p>{consequenceOf(asked, attempt)}</p>
      </Confirm>
    </PaymentRow>
  )
}

/** Settling a payment, after a question. */
function useResolution(attempt: WireAttempt, onChanged: () => void) {
  const [asked, setAsked] = useState<Resolution>('ask')
  const [asking, setAsking] = useState(false)
  const { busy, submit } = useAdminSubmit('İşlem yapılamadı. Lütfen tekrar deneyin.')

  const close = () => setAsking(false)

  async function resolve() {
    await submit(async () => {
      const { data } = await adminCall<'POST /admin/payments/{id}/resolution'>(
        'POST',
        `/admin/payments/${attempt.id}/resolution`,
        {
          action: asked,
        },
      )
      return attempt.byHand ? owedByHand : outcomeOf(asked, data.status)
    })
    // Also after a failure: another admin may have been first.
    done()
  }

  function done() {
    close()
    onChanged()
  }

  function ask(resolution: Resolution) {
    setAsked(resolution)
    setAsking(true)
  }

  return { asked, asking, busy, ask, close, done, resolve }
}

function AttemptFacts({ attempt }: { attempt: WireAttempt }) {
  return (
    <>
      <p className="font-medium">
        <span className="tabular-nums">{attempt.shownOrderId}</span> · {attempt.customer} ·{' '}
        <span className="tabular-nums">{amountsOf(attempt)}</span>
      </p>
      <p className={needsDecision(attempt) || waitsForKeys(attempt) ? 'text-bad' : ''}>{stateOf(attempt)}</p>
      <p className="text-muted tabular-nums">
        {formatMoment(attempt.createdAt)} tarihinden beri{attempt.cardLast4 && ` · kart •••• ${attempt.cardLast4}`}
        {attempt.installments > 1 && ` · ${attempt.installments} taksit`}
        <PaymentNumber id={attempt.paymentId} />
      </p>
    </>
  )
}

type ClosingDialogProps = { attempt: WireAttempt; open: boolean; onClose: () => void; onDone: () => void }

function ClosingDialog({ attempt, ...dialog }: ClosingDialogProps) {
  const { title, done } = resolutionWords.close
  return (
    <NoteDialog
      {...dialog}
      {...closingWords}
      title={title}
      missing="Ödemenin nasıl çözüldüğünü yazın"
      path={`/admin/payments/${attempt.id}/resolution`}
      more={{ action: 'close' }}
      done={done}
    >
      <p>{consequenceOf('close', attempt)}</p>
    </NoteDialog>
  )
}

function outcomeOf(asked: Resolution, status: string): string {
  if (asked !== 'ask') return resolutionWords[asked].done
  if (status === 'SUCCEEDED') return 'Para çekilmiş; sipariş tamamlandı.'
  if (status === 'DECLINED' || status === 'EXPIRED') return 'Para çekilmemiş; sipariş kapandı, ürünler stoğa döndü.'
  return 'Ödeme kuruluşuna soruldu; sonuç henüz belli değil.'
}
