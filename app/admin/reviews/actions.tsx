import { useState } from 'react'
import type { WireInboxReview } from '#api/wire/reviews.ts'
import { ApiError } from '#app/browser/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { useUnsaved } from '#app/ui/leaving/unsaved.ts'
import { Select } from '#app/ui/select.tsx'
import { refusalSentences } from '#shop/reviews/kinds.ts'
import { adminCall } from '../parts/api.ts'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'

type ActionsProps = {
  review: WireInboxReview
  onChanged: (review: WireInboxReview) => void
  onAgain: () => void
}

/** The possible actions for a review: the decision first, then the answer. */
export function ReviewActions({ review, onChanged, onAgain }: ActionsProps) {
  const { busy, submit } = useAdminSubmit('Yorum kaydedilemedi. Lütfen tekrar deneyin.')
  const [refusing, setRefusing] = useState(false)
  const { id, status, version, reports } = review

  const take = (work: () => Promise<{ data: WireInboxReview; message?: string | undefined }>) =>
    submit(async () => {
      try {
        const { data, message } = await work()
        setRefusing(false)
        onChanged(data)
        return message
      } catch (error) {
        // She has changed or deleted it: the text here is no longer hers.
        if (error instanceof ApiError && (error.status === 409 || error.status === 404)) onAgain()
        throw error
      }
    })
  const approve = () =>
    take(() => adminCall<'POST /admin/reviews/{id}/approve'>('POST', `/admin/reviews/${id}/approve`, { version }))
  const refuse = (reason: string) =>
    take(() => adminCall<'POST /admin/reviews/{id}/refuse'>('POST', `/admin/reviews/${id}/refuse`, { version, reason }))
  const answer = (text: string) =>
    take(() => adminCall<'PUT /admin/reviews/{id}/answer'>('PUT', `/admin/reviews/${id}/answer`, { text }))

  return (
    <>
      <div className="grid gap-3">
        <p className="text-muted text-sm">
          Bir yorumu olumsuz diye reddedemezsiniz: yönetmelik, yorumların ayrım yapılmadan en az bir yıl yayınlanmasını
          ister. Ürün, paket ve teslimat hakkında söylenenler konu içindedir.
        </p>
        {refusing ? (
          <Refuse busy={busy} shown={status === 'PUBLISHED'} onRefuse={refuse} onCancel={() => setRefusing(false)} />
        ) : (
          <div className="flex flex-wrap items-center gap-3">
            {(status !== 'PUBLISHED' || reports.length > 0) && (
              <Button disabled={busy} onClick={approve}>
                {status === 'PUBLISHED' ? 'Yayında kalsın' : status === 'REFUSED' ? 'Yine de yayınla' : 'Yayınla'}
              </Button>
            )}
            {status !== 'REFUSED' && (
              <Button look="quiet" disabled={busy} onClick={() => setRefusing(true)}>
                {status === 'PUBLISHED' ? 'Yayından kaldır' : 'Reddet'}
              </Button>
            )}
          </div>
        )}
      </div>
      {status !== 'REFUSED' && <Answer key={review.answer} answer={review.answer} busy={busy} onAnswer={answer} />}
    </>
  )
}

type RefuseProps = { busy: boolean; shown: boolean; onRefuse: (reason: string) => void; onCancel: () => void }

const own = 'own'
const options = [
  ...refusalSentences.map((sentence) => ({ value: sentence, label: sentence })),
  { value: own, label: 'Başka bir neden yazacağım' },
]

function Refuse({ busy, shown, onRefuse, onCancel }: RefuseProps) {
  const [chosen, setChosen] = useState('')
  const [words, setWords] = useState('')
  useUnsaved(words !== '')
  const reason = chosen === own ? words.trim() : chosen
  return (
    <div className="grid gap-3">
      <Select
        label="Neden"
        placeholder="Neden seçin"
        options={options}
        value={chosen}
        onChange={({ target }) => setChosen(target.value)}
      />
      {chosen === own && (
        <TextArea
          label="Nedeni yazın"
          hint="Müşteriye e-postayla gider."
          maxLength={500}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      )}
      <div className="flex flex-wrap gap-3">
        <Button look="danger" disabled={busy || reason === ''} onClick={() => onRefuse(reason)}>
          {shown ? 'Yayından kaldır' : 'Reddet'}
        </Button>
        <Button look="quiet" disabled={busy} onClick={onCancel}>
          Vazgeç
        </Button>
      </div>
    </div>
  )
}

type AnswerProps = { answer: string; busy: boolean; onAnswer: (text: string) => void }

function Answer({ answer, busy, onAnswer }: AnswerProps) {
  const [text, setText] = useState(answer)
  const changed = text.trim() !== answer
  useUnsaved(changed)
  return (
    <div className="grid gap-3 border-line border-t pt-4">
      <TextArea
        label="Yanıtınız"
        optional
        hint="Yorumun altında herkese görünür. Sorunu çözdüyseniz burada söyleyin."
        maxLength={1000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button
        look="secondary"
        size="small"
        disabled={busy || !changed}
        onClick={() => onAnswer(text.trim())}
        className="justify-self-start"
      >
        {answer && text.trim() === '' ? 'Yanıtı kaldır' : answer ? 'Yanıtı değiştir' : 'Yanıtla'}
      </Button>
    </div>
  )
}
