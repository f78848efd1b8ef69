import { type FormEvent, useState } from 'react'
import type { WireReview } from '#api/wire/reviews.ts'
import { api } from '#app/browser/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { AskingPanel } from '#app/ui/leaving/asking-panel.tsx'
import { useUnsaved } from '#app/ui/leaving/unsaved.ts'
import { Notice } from '#app/ui/notice.tsx'
import { Select } from '#app/ui/select.tsx'
import { useSubmit } from '#app/ui/use-submit.ts'
import { type ReportReason, reportReasons, reportWords } from '#shop/reviews/kinds.ts'

const options = reportReasons.map((value) => ({ value, label: reportWords[value] }))

export function ReportPanel({ review, onClose }: { review: WireReview | undefined; onClose: () => void }) {
  return (
    <AskingPanel open={review !== undefined} onClose={onClose} title="Yorumu bildir" side="center">
      {review && <ReportForm key={review.id} id={review.id} onClose={onClose} />}
    </AskingPanel>
  )
}

function ReportForm({ id, onClose }: { id: string; onClose: () => void }) {
  const [reason, setReason] = useState<ReportReason>()
  const [note, setNote] = useState('')
  const [tried, setTried] = useState(false)
  const [done, setDone] = useState<string>()
  useUnsaved(done === undefined && note.trim() !== '')
  const { busy, bad, submit } = useSubmit({ failure: 'Bildirilemedi. Lütfen tekrar deneyin.' })

  function send(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (!reason) return
    submit(async () => {
      const body = { reason, note }
      const answer = await api.call<'POST /reviews/{id}/report'>('POST', `/reviews/${id}/report`, body, { guest: true })
      setDone(answer.message)
    })
  }

  if (done) {
    return (
      <div className="grid gap-4">
        <Notice tone="good">{done}</Notice>
        <Button look="secondary" onClick={onClose} className="justify-self-start">
          Kapat
        </Button>
      </div>
    )
  }
  return (
    <form onSubmit={send} noValidate className="grid gap-4">
      <Select
        label="Neden bildiriyorsunuz?"
        placeholder="Neden seçin"
        options={options}
        value={reason ?? ''}
        error={tried && !reason ? 'Nedenini seçin' : ''}
        onChange={({ target }) => setReason(reportReasons.find((one) => one === target.value))}
      />
      <TextArea
        label="Açıklama"
        optional
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.target.value)}
        hint="Kim olduğunuz kaydedilmez; yanıt bekliyorsanız bize e-postayla yazın."
      />
      {bad && <Notice tone="bad">{bad}</Notice>}
      <Button type="submit" disabled={busy} className="justify-self-start">
        {busy ? 'Gönderiliyor…' : 'Bildir'}
      </Button>
    </form>
  )
}
