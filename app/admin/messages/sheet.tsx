import { useRef, useState } from 'react'
import type { WireMessage, WireMessageDetail } from '#api/wire/admin/messages.ts'
import { api } from '#app/browser/api-client.ts'
import { saveFile } from '#app/browser/save-file.ts'
import { Button } from '#app/ui/button.tsx'
import { Confirm } from '#app/ui/confirm.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { formatMoment } from '#shop/time.ts'
import { ListFailed } from '../parts/list-parts.tsx'
import { Sheet } from '../parts/sheet.tsx'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'
import { MessageAnswer } from './answer.tsx'
import { kindLabels, stateOfMessage } from './message-words.ts'
import { type MessageMarks, useMessage } from './use-message.ts'
import { Writer } from './writer.tsx'

type MessageSheetProps = {
  id: string | undefined
  onClose: () => void
  onChanged: (message: WireMessage) => void
}

const unsaved = {
  title: 'Gönderilmemiş yanıt',
  action: 'Göndermeden kapat',
  words: 'Yazdığınız yanıt gönderilmedi; kapatırsanız silinir.',
}

/** One message beside the list: what was asked, the file, the answers. */
export function MessageSheet({ id, onClose, onChanged }: MessageSheetProps) {
  return (
    <Sheet id={id} titleOf={() => 'Mesaj'} onClose={onClose} unsaved={unsaved}>
      {(id) => <Detail key={id} id={id} onChanged={onChanged} />}
    </Sheet>
  )
}

type DetailProps = { id: string; onChanged: (message: WireMessage) => void }

function Detail({ id, onChanged }: DetailProps) {
  const { state, again, changed, busy, mark } = useMessage(id, onChanged)
  const around = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState(false)

  if (state.kind === 'loading') {
    return (
      <div role="status" aria-label="Mesaj yükleniyor" className="grid gap-4">
        <Skeleton className="h-10" />
        <Skeleton className="h-40" />
      </div>
    )
  }
  if (state.kind === 'failed') {
    return <ListFailed error={state.error} otherwise="Mesaj alınamadı" onAgain={again} />
  }
  const message = state.value.data
  return (
    <div ref={around} className="wrap-anywhere grid grid-cols-1 gap-8">
      <div className="flex flex-wrap items-center gap-2">
        <p className="w-full text-muted text-sm">
          {kindLabels[message.kind]} · {stateOfMessage(message)}
        </p>
        <Button look="secondary" onClick={() => around.current?.querySelector('textarea')?.focus()}>
          Yanıt yaz
        </Button>
        <Marks message={message} busy={busy} typed={typed} onMark={mark} />
      </div>
      <Facts message={message} />
      <Answers message={message} />
      <Writer message={message} />
      <MessageAnswer message={message} onAnswered={changed} onTyped={setTyped} />
    </div>
  )
}

type MarksProps = {
  message: WireMessageDetail
  busy: boolean
  /** An answer stands in the form and is not sent. */
  typed: boolean
  onMark: (marks: MessageMarks, done: string) => void
}

function Marks({ message: { archivedAt, answeredAt, readAt }, busy, typed, onMark }: MarksProps) {
  const [asking, setAsking] = useState(false)
  const answered = () => onMark({ answered: true }, 'Yanıtlandı olarak işaretlendi.')
  return (
    <>
      <Button
        look="secondary"
        disabled={busy}
        onClick={() =>
          archivedAt
            ? onMark({ archived: false }, 'Arşivden çıkarıldı.')
            : onMark({ archived: true }, 'Arşive kaldırıldı.')
        }
      >
        {archivedAt ? 'Arşivden çıkar' : 'Arşive kaldır'}
      </Button>
      <Button
        look="quiet"
        disabled={busy}
        onClick={() => {
          if (answeredAt) return onMark({ answered: false }, 'Yanıt bekleyenlere alındı.')
          if (typed) return setAsking(true)
          answered()
        }}
      >
        {answeredAt ? 'Yanıt bekliyor yap' : 'Yanıtsız kapat'}
      </Button>
      <Confirm
        open={asking}
        title="Yanıtınız gönderilmedi"
        action="Göndermeden işaretle"
        busy={busy}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          answered()
        }}
      >
        <p>Yazdığınız yanıt müşteriye gitmez; göndermek için aşağıdaki “Yanıtı gönder”e basın.</p>
      </Confirm>
      {readAt && (
        <Button look="quiet" disabled={busy} onClick={() => onMark({ read: false }, 'Okunmadı olarak işaretlendi.')}>
          Okunmadı yap
        </Button>
      )}
    </>
  )
}

function Facts({ message }: { message: WireMessageDetail }) {
  return (
    <section>
      <h3 className="mb-2 text-muted text-sm">Gönderilen</h3>
      <dl className="border-line border-t text-sm">
        {message.facts.map(({ label, value }) => (
          <div
            key={label}
            className="grid grid-cols-1 gap-x-4 border-line border-b py-2.5 sm:grid-cols-[11rem_minmax(0,1fr)]"
          >
            <dt className="text-muted">{label}</dt>
            <dd className="whitespace-pre-line break-words">
              {label === 'E-posta' ? (
                <a href={`mailto:${value}`} className="underline decoration-line underline-offset-4">
                  {value}
                </a>
              ) : (
                value
              )}
            </dd>
          </div>
        ))}
      </dl>
      {message.file && <Download id={message.id} name={message.file.name} />}
    </section>
  )
}

function Download({ id, name }: { id: string; name: string }) {
  const { busy, submit } = useAdminSubmit('Dosya indirilemedi. Lütfen tekrar deneyin.')
  const download = () => submit(async () => saveFile(await api.file(`/admin/messages/${id}/file`), name))

  return (
    <div className="mt-3">
      <Button look="secondary" disabled={busy} onClick={download} className="max-w-full break-all">
        {busy ? 'İndiriliyor…' : `${name} dosyasını indir`}
      </Button>
      <p className="mt-1 text-muted text-sm">Tanımadığınız kişilerin dosyalarını dikkatle açın.</p>
    </div>
  )
}

const mailStates = {
  waiting: 'Gönderiliyor',
  sent: 'Gönderildi',
  failed: 'Gönderilemedi; E-postalar bölümünden yeniden deneyin',
}

function Answers({ message }: { message: WireMessageDetail }) {
  if (message.answers.length === 0) return null
  return (
    <section>
      <h3 className="mb-2 text-muted text-sm">Yanıtlarınız</h3>
      <ol className="grid gap-3">
        {message.answers.map((answer) => (
          <li key={answer.id} className="border-line border-l-2 pl-4 text-sm">
            <p className="font-medium">{answer.subject}</p>
            <p className="mt-1 whitespace-pre-line break-words">{answer.text}</p>
            <p className={`mt-1 ${answer.state === 'failed' ? 'text-bad' : 'text-muted'}`}>
              {answer.actorName} · {formatMoment(answer.createdAt)} · {mailStates[answer.state]}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
