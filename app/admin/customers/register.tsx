import { type FormEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { WireConsents, WireKnownConsent, WireReadIys } from '#api/wire/customers.ts'
import { saveFile } from '#app/browser/save-file.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { formatDate, formatMoment } from '#shop/time.ts'
import { adminCall, adminFile } from '../parts/api.ts'
import { ListState } from '../parts/list-parts.tsx'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'
import { ConsentHistory, ConsentLine } from './consents.tsx'
import { channelNames, recipientText } from './words.ts'

const link = 'underline decoration-line underline-offset-4 hover:decoration-ink'

/** Consent to advertising: a caller's wish, and what goes to İYS and comes from it. */
export default function ConsentRegister() {
  const { state, again, change } = useLoaded(
    'consents',
    async (signal) => (await adminCall<'GET /admin/consents'>('GET', '/admin/consents', undefined, { signal })).data,
  )
  return (
    <>
      <Link to="/admin/musteriler" className={`inline-flex min-h-11 items-center text-sm ${link}`}>
        Müşteriler
      </Link>
      <h1 className="mb-4 font-display text-2xl">İleti izinleri ve İYS</h1>
      <ListState state={state} what="İzinler" otherwise="İzinler alınamadı" onAgain={again} />
      {state.kind === 'ready' && (
        <div className="grid max-w-3xl gap-10">
          <Counts consents={state.value} />
          <Caller onChanged={again} />
          <ToIys consents={state.value} onChanged={(consents) => change(() => consents)} onAgain={again} />
          <FromIys onRead={again} />
        </div>
      )}
    </>
  )
}

function Counts({ consents: { emails, phones, waiting, oldest } }: { consents: WireConsents }) {
  return (
    <div className="grid gap-2">
      <dl className="grid grid-cols-3 gap-px border-line border-y bg-line">
        {[
          { label: 'E-posta izni', value: emails },
          { label: 'SMS izni', value: phones },
          { label: 'İYS’yi bekleyen', value: waiting },
        ].map(({ label, value }) => (
          <div key={label} className="bg-surface px-3 py-3 sm:px-4">
            <dt className="text-muted text-sm">{label}</dt>
            <dd className="font-medium text-lg tabular-nums">{value.toLocaleString('tr-TR')}</dd>
          </div>
        ))}
      </dl>
      {oldest && (
        <p className="text-sm">
          Bekleyenlerin en eskisi {formatDate(oldest)} tarihli. İzin ve retlerin İYS’ye 3 iş günü içinde bildirilmesi
          gerekir.
        </p>
      )}
    </div>
  )
}

function Caller({ onChanged }: { onChanged: () => void }) {
  const [text, setText] = useState('')
  const [known, setKnown] = useState<WireKnownConsent>()
  const { busy, submit } = useAdminSubmit('Adres aranamadı. Lütfen tekrar deneyin.')

  const look = (recipient: string) =>
    submit(async () => {
      const path = `/admin/consents/of?recipient=${encodeURIComponent(recipient)}` as const
      setKnown((await adminCall<'GET /admin/consents/of'>('GET', path)).data)
    })

  function search(event: FormEvent) {
    event.preventDefault()
    if (text.trim() !== '') look(text)
  }

  return (
    <section className="grid gap-3">
      <h2 className="font-display text-xl">Arayan ya da yazan için</h2>
      <form onSubmit={search} className="flex flex-wrap items-end gap-2">
        <Field
          label="E-posta ya da telefon"
          value={text}
          maxLength={254}
          onChange={(event) => setText(event.target.value)}
          className="min-w-0 flex-1"
        />
        <Button type="submit" look="secondary" disabled={busy}>
          {busy ? 'Bekleyin…' : 'İzni göster'}
        </Button>
      </form>
      {known && (
        <Known
          known={known}
          onChanged={() => {
            onChanged()
            look(known.recipient)
          }}
        />
      )}
    </section>
  )
}

function Known({
  known: { recipient, channel, consent, events },
  onChanged,
}: {
  known: WireKnownConsent
  onChanged: () => void
}) {
  const { busy, submit } = useAdminSubmit('Kaydedilemedi. Lütfen tekrar deneyin.')
  const refuse = () =>
    submit(async () => {
      const body = { recipient }
      const done = await adminCall<'POST /admin/consents/withdrawals'>('POST', '/admin/consents/withdrawals', body)
      onChanged()
      return done.message
    })
  if (consent)
    return (
      <div>
        <ul className="border-line border-t text-sm">
          <ConsentLine consent={consent} onChanged={onChanged} />
        </ul>
        <ConsentHistory events={events} />
      </div>
    )
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 text-sm">
      <p className="break-all">
        {channelNames[channel]}: {recipientText(recipient)} için hiç izin verilmemiş.
      </p>
      <Button look="secondary" disabled={busy} onClick={refuse}>
        Yine de ret olarak yaz
      </Button>
    </div>
  )
}

type ToIysProps = { consents: WireConsents; onChanged: (consents: WireConsents) => void; onAgain: () => void }

function ToIys({ consents: { waiting, files }, onChanged, onAgain }: ToIysProps) {
  const { busy, submit } = useAdminSubmit('Dosya hazırlanamadı. Lütfen tekrar deneyin.')

  const download = async (id: string) => saveFile(await adminFile(`/admin/consents/files/${id}`), 'iys-izinler.csv')
  const make = () =>
    submit(async () => {
      const { data } = await adminCall<'POST /admin/consents/files'>('POST', '/admin/consents/files')
      await download(data.id)
      onAgain()
      return 'Dosya indirildi. İYS’ye yükledikten sonra aşağıdan işaretleyin.'
    })
  const uploaded = (id: string) =>
    submit(async () => {
      const path = `/admin/consents/files/${id}/uploaded` as const
      const { data, message } = await adminCall<'POST /admin/consents/files/{id}/uploaded'>('POST', path)
      onChanged(data)
      return message
    })

  return (
    <section className="grid gap-3">
      <h2 className="font-display text-xl">İYS’ye bildirilecekler</h2>
      <p className="text-muted text-sm">
        Dosya, İYS’nin henüz bilmediği izin ve retleri İYS’nin kendi sözcükleriyle içerir. Yüklediğinizi işaretleyene
        kadar bildirilmiş sayılmaz.
      </p>
      <Button disabled={busy || waiting === 0} onClick={make} className="justify-self-start">
        {busy ? 'Bekleyin…' : waiting > 0 ? `${waiting} satırlık dosyayı hazırla` : 'Bildirilecek yeni izin yok'}
      </Button>
      {files.length > 0 && (
        <ul className="border-line border-t text-sm">
          {files.map((file) => (
            <li key={file.id} className="flex flex-wrap items-center justify-between gap-2 border-line border-b py-2">
              <span>
                {formatMoment(file.madeAt)}, {file.lines} satır
                <span className="block text-muted">
                  {file.uploadedAt ? `${formatDate(file.uploadedAt)} tarihinde yüklendi` : `Yüklenmedi, ${file.madeBy}`}
                </span>
              </span>
              <span className="flex flex-wrap gap-2">
                <Button
                  look="quiet"
                  disabled={busy}
                  onClick={() => submit(() => download(file.id))}
                  className="text-sm!"
                >
                  İndir
                </Button>
                {!file.uploadedAt && (
                  <Button look="secondary" disabled={busy} onClick={() => uploaded(file.id)} className="text-sm!">
                    İYS’ye yükledim
                  </Button>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function FromIys({ onRead }: { onRead: () => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [read, setRead] = useState<WireReadIys>()
  const { busy, submit } = useAdminSubmit('Dosya okunamadı. Lütfen tekrar deneyin.')

  const send = (file: File | undefined) =>
    file &&
    submit(async () => {
      const body = new FormData()
      body.set('file', file)
      const { data, message } = await adminCall<'POST /admin/consents/imports'>('POST', '/admin/consents/imports', body)
      setRead(data)
      onRead()
      return message
    })

  return (
    <section className="grid gap-3">
      <h2 className="font-display text-xl">İYS’den gelenler</h2>
      <p className="text-muted text-sm">
        Müşterileriniz izinlerini İYS’de de verip geri alabilir. İYS’den indirdiğiniz izin hareket dosyasını (CSV ya da
        Excel) yükleyin; her adres için en son söylenen geçerli olur.
      </p>
      <input
        ref={input}
        type="file"
        accept=".csv,.xlsx"
        hidden
        aria-label="İYS dosyası"
        onChange={({ target }) => {
          send(target.files?.[0])
          target.value = ''
        }}
      />
      <Button look="secondary" disabled={busy} onClick={() => input.current?.click()} className="justify-self-start">
        {busy ? 'Okunuyor…' : 'İYS dosyasını yükle'}
      </Button>
      {read && (
        <div className="text-sm" role="status">
          <p>
            {read.rows} satır okundu: {read.given} yeni izin, {read.withdrawn} yeni ret
            {read.calls > 0 && `, ${read.calls} arama izni atlandı`}.
          </p>
          {read.wrong.length > 0 && (
            <ul className="mt-2 text-bad">
              {read.wrong.map(({ row, message }) => (
                <li key={row}>
                  {row}. satır: {message}
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </section>
  )
}
