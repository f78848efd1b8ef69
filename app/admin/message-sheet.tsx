import { useEffect, useRef, useState } from 'react'
import { saveFile } from '#app/account/save-file.ts'
import { api } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { toast } from '#app/ui/toast.tsx'
import { useLoaded } from '#app/use-loaded.ts'
import { formatMoment } from '#shop/time.ts'
import { adminCall, sentenceOf } from './admin-api.ts'
import { refreshDashboard } from './dashboard-store.ts'
import { ListFailed } from './list-parts.tsx'
import { MessageAnswer } from './message-answer.tsx'
import { kindLabels, type MessageDetail, type ShownMessage, stateOfMessage } from './message-shape.ts'
import { Sheet } from './sheet.tsx'

type MessageSheetProps = {
  id: string | undefined
  onClose: () => void
  onChanged: (message: ShownMessage) => void
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
      {(id, onUnsaved) => <Detail key={id} id={id} onChanged={onChanged} onUnsaved={onUnsaved} />}
    </Sheet>
  )
}

type DetailProps = { id: string; onChanged: (message: ShownMessage) => void; onUnsaved: (unsaved: boolean) => void }

function Detail({ id, onChanged, onUnsaved }: DetailProps) {
  const path = `/admin/messages/${encodeURIComponent(id)}`
  const { state, again, change } = useLoaded(id, (signal) =>
    adminCall<MessageDetail>('GET', path, undefined, { signal }),
  )
  const [busy, setBusy] = useState(false)
  const unread = state.kind === 'ready' && state.value.data.readAt === null
  const opened = useRef(false)
  const around = useRef<HTMLDivElement>(null)

  async function mark(marks: { read?: boolean; answered?: boolean; archived?: boolean }, done?: string) {
    setBusy(true)
    try {
      const { data } = await adminCall<ShownMessage>('PUT', path, marks)
      change((answer) => ({ ...answer, data: { ...answer.data, ...data } }))
      onChanged(data)
      refreshDashboard()
      if (done) toast('good', done)
    } catch (error) {
      toast('bad', sentenceOf(error, 'Mesaj değiştirilemedi. Lütfen tekrar deneyin.'))
    } finally {
      setBusy(false)
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: opening it is reading it, once
  useEffect(() => {
    if (state.kind !== 'ready' || opened.current) return
    opened.current = true
    if (unread) void mark({ read: true })
  }, [state.kind])

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
    <div ref={around} className="grid gap-8">
      <div className="flex flex-wrap items-center gap-2">
        <p className="w-full text-muted text-sm">
          {kindLabels[message.kind]} · {stateOfMessage(message)}
        </p>
        <Button look="secondary" onClick={() => around.current?.querySelector('textarea')?.focus()}>
          Yanıtla
        </Button>
        <Button
          look="secondary"
          disabled={busy}
          onClick={() =>
            message.archivedAt
              ? mark({ archived: false }, 'Arşivden çıkarıldı.')
              : mark({ archived: true }, 'Arşive kaldırıldı.')
          }
        >
          {message.archivedAt ? 'Arşivden çıkar' : 'Arşive kaldır'}
        </Button>
        <Button
          look="quiet"
          disabled={busy}
          onClick={() =>
            message.answeredAt
              ? mark({ answered: false }, 'Yanıt bekleyenlere alındı.')
              : mark({ answered: true }, 'Yanıtlandı olarak işaretlendi.')
          }
        >
          {message.answeredAt ? 'Yanıt bekliyor yap' : 'Yanıtlandı yap'}
        </Button>
        {message.readAt && (
          <Button look="quiet" disabled={busy} onClick={() => mark({ read: false }, 'Okunmadı olarak işaretlendi.')}>
            Okunmadı yap
          </Button>
        )}
      </div>
      <Facts message={message} />
      <Answers message={message} />
      <MessageAnswer
        message={message}
        onUnsaved={onUnsaved}
        onAnswered={(answered) => {
          change((answer) => ({ ...answer, data: answered }))
          onChanged(answered)
        }}
      />
    </div>
  )
}

function Facts({ message }: { message: MessageDetail }) {
  return (
    <section>
      <h3 className="mb-2 text-muted text-sm">Gönderilen</h3>
      <dl className="border-line border-t text-sm">
        {message.facts.map(({ label, value }) => (
          <div key={label} className="grid gap-x-4 border-line border-b py-2.5 sm:grid-cols-[11rem_minmax(0,1fr)]">
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
  const [busy, setBusy] = useState(false)

  async function download() {
    setBusy(true)
    try {
      saveFile(await api.file(`/admin/messages/${id}/file`), name)
    } catch (error) {
      toast('bad', sentenceOf(error, 'Dosya indirilemedi. Lütfen tekrar deneyin.'))
    } finally {
      setBusy(false)
    }
  }

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

function Answers({ message }: { message: MessageDetail }) {
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
