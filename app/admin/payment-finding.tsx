import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { toast } from '#app/ui/toast.tsx'
import { formatDate } from '#shop/time.ts'
import { adminCall, sentenceOf } from './admin-api.ts'
import { findingWords, type ShownFinding } from './payment-words.ts'

/** Where the bank's books and the shop's differ: in words, with what to do about it. */
export function FindingRow({ finding, onChanged }: { finding: ShownFinding; onChanged: () => void }) {
  const [closing, setClosing] = useState(false)
  const { title, text, advice } = findingWords(finding)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-b px-3 py-4">
      <div className="min-w-0 flex-1 basis-80">
        <p className="font-medium text-bad">{title}</p>
        <p>{text}</p>
        <p className="mt-1 text-muted">{advice}</p>
        <p className="mt-1 text-muted tabular-nums">
          {formatDate(`${finding.day}T12:00:00+03:00`)}
          {finding.paymentId && <span className="break-all"> · ödeme no {finding.paymentId}</span>}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {finding.orderId && finding.kind !== 'charged-without-order' && (
          <Link
            to={`/admin/siparisler?siparis=${finding.orderId}`}
            className="flex min-h-11 items-center px-2 underline decoration-line underline-offset-4 hover:decoration-ink"
          >
            Siparişi aç
          </Link>
        )}
        <Button look="secondary" onClick={() => setClosing(true)}>
          Not yazıp kapat
        </Button>
      </div>
      <Panel open={closing} onClose={() => setClosing(false)} title="Farkı kapat" side="center">
        <CloseForm
          finding={finding}
          onClose={() => setClosing(false)}
          onDone={() => {
            setClosing(false)
            onChanged()
          }}
        />
      </Panel>
    </li>
  )
}

type CloseFormProps = { finding: ShownFinding; onClose: () => void; onDone: () => void }

function CloseForm({ finding, onClose, onDone }: CloseFormProps) {
  const [note, setNote] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function close(event: FormEvent) {
    event.preventDefault()
    if (note.trim() === '') return setWrong('Farkın nasıl çözüldüğünü yazın')
    setBusy(true)
    try {
      await adminCall('POST', `/admin/payments/findings/${finding.id}/resolution`, { note })
      toast('good', 'Fark kapatıldı.')
      onDone()
    } catch (error) {
      setWrong(sentenceOf(error, 'Fark kapatılamadı. Lütfen tekrar deneyin.'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form onSubmit={close} noValidate className="grid gap-4">
      <p>
        Fark bu listeden kalkar; hiçbir kartta para hareketi olmaz ve sipariş değişmez. Notunuz değişiklik geçmişinde
        kalır.
      </p>
      <TextArea
        label="Nasıl çözüldü?"
        maxLength={500}
        value={note}
        error={wrong}
        data-autofocus
        onChange={(event) => {
          setNote(event.target.value)
          setWrong(undefined)
        }}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="quiet" disabled={busy} onClick={onClose}>
          Vazgeç
        </Button>
        <Button type="submit" disabled={busy}>
          {busy ? 'Bekleyin…' : 'Kapat'}
        </Button>
      </div>
    </form>
  )
}
