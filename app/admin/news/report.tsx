import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { WireNewsletterDetail } from '#api/wire/news.ts'
import { Button } from '#app/ui/button.tsx'
import { Confirm } from '#app/ui/confirm.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { seconds } from '#shop/time.ts'
import { adminCall } from '../parts/api.ts'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'
import { NewsPreview } from './preview.tsx'
import { audienceText, dots, number, stateWords, timeText } from './words.ts'

type ReportProps = {
  newsletter: WireNewsletterDetail
  onChanged: (newsletter: WireNewsletterDetail) => void
  onAgain: () => void
}

/** A newsletter on its way or sent: its figures, and what can still be done. */
export function NewsReport({ newsletter, onChanged, onAgain }: ReportProps) {
  const { state, subject, trouble, audience } = newsletter
  const running = state === 'SCHEDULED' || state === 'SENDING'
  useEffect(() => {
    if (!running) return
    const timer = setInterval(onAgain, seconds(5))
    return () => clearInterval(timer)
  }, [running, onAgain])
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div>
        <Link to="/admin/bultenler" className="text-sm underline decoration-line underline-offset-4">
          Bültenler
        </Link>
        <h1 className="mt-1 break-words font-display text-2xl">{subject}</h1>
        <p role="status" className="mt-1 flex flex-wrap items-center gap-x-3 text-muted text-sm">
          <span className="inline-flex items-center gap-2 text-ink">
            <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${dots[state]}`} />
            {stateWords[state]}
          </span>
          <span>{timeText(newsletter)}</span>
          <span>{audienceText(audience)}</span>
        </p>
      </div>
      {trouble && (
        <Notice tone="bad">
          E-posta sunucusu şu anda bülten kabul etmiyor; mağaza denemeyi sürdürüyor ve düzelince kaldığı yerden devam
          eder. Sunucunun yanıtı: {trouble}
        </Notice>
      )}
      <Figures newsletter={newsletter} />
      <Actions newsletter={newsletter} onChanged={onChanged} />
      <Failures newsletter={newsletter} />
      <NewsPreview content={newsletter} />
    </div>
  )
}

function Figures({ newsletter: { state, figures } }: { newsletter: WireNewsletterDetail }) {
  if (state === 'SCHEDULED') return null
  const { total, sent, waiting, failed, skipped, unknown, unsubscribed } = figures
  const shown = [
    { label: 'Alıcı', value: total },
    { label: 'Gönderildi', value: sent },
    { label: 'Sırada', value: waiting, only: true },
    { label: 'Gönderilemedi', value: failed },
    { label: 'İzni kalmadı', value: skipped, only: true },
    { label: 'Belirsiz', value: unknown, only: true },
    { label: 'Ayrıldı', value: unsubscribed },
  ].filter(({ value, only }) => !only || value > 0)
  return (
    <section aria-label="Sonuçlar">
      <dl className="grid grid-cols-2 border-line border-t border-l sm:grid-cols-4">
        {shown.map(({ label, value }) => (
          <div key={label} className="border-line border-r border-b bg-surface px-4 py-3">
            <dt className="text-muted text-sm">{label}</dt>
            <dd className="font-display text-2xl tabular-nums">{number(value)}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-muted text-sm">
        Kimin açtığı izlenmez.
        {unknown > 0 &&
          ' Belirsiz: gönderilirken mağaza kapandı ya da sunucunun yanıtı gelmedi; iki kez gitmesin diye yeniden gönderilmez.'}
        {skipped > 0 && ' İzni kalmadı: sırası gelmeden iznini geri aldı, kendisine gönderilmedi.'}
      </p>
    </section>
  )
}

function Actions({ newsletter, onChanged }: Omit<ReportProps, 'onAgain'>) {
  const { id, state, subject, preheader, blocks, audience } = newsletter
  const [stopping, setStopping] = useState(false)
  const navigate = useNavigate()
  const { busy, submit } = useAdminSubmit('İşlem yapılamadı. Lütfen tekrar deneyin.')

  const turn = (call: 'stop' | 'resume') =>
    submit(async () => {
      const { data, message } = await adminCall<'POST /admin/newsletters/{id}/stop'>(
        'POST',
        `/admin/newsletters/${id}/${call}` as `/admin/newsletters/${string}/stop`,
      )
      onChanged(data)
      return message ?? 'Kaydedildi.'
    })

  const copy = () =>
    submit(async () => {
      const body = { subject, preheader, blocks, audience }
      const { data } = await adminCall<'POST /admin/newsletters'>('POST', '/admin/newsletters', body)
      navigate(`/admin/bultenler/${data.id}`)
      return 'Bültenin kopyası taslak olarak kaydedildi.'
    })

  return (
    <div className="flex flex-wrap gap-2">
      {state === 'SCHEDULED' && (
        <Button look="secondary" disabled={busy} onClick={() => turn('stop')}>
          Göndermekten vazgeç
        </Button>
      )}
      {state === 'SENDING' && (
        <Button look="danger" disabled={busy} onClick={() => setStopping(true)}>
          Gönderimi durdur
        </Button>
      )}
      {state === 'STOPPED' && (
        <Button disabled={busy} onClick={() => turn('resume')}>
          Kaldığı yerden sürdür
        </Button>
      )}
      <Button look="secondary" disabled={busy} onClick={copy}>
        Kopyasını yaz
      </Button>
      <Confirm
        open={stopping}
        title="Gönderimi durdur"
        action="Durdur"
        busy={busy}
        onClose={() => setStopping(false)}
        onConfirm={async () => {
          await turn('stop')
          setStopping(false)
        }}
      >
        <p>
          Sırada bekleyenlere gönderilmez; gidenler geri alınamaz. İsterseniz sonra kaldığı yerden sürdürebilirsiniz.
        </p>
      </Confirm>
    </div>
  )
}

function Failures({ newsletter: { failures } }: { newsletter: WireNewsletterDetail }) {
  if (failures.length === 0) return null
  return (
    <details className="border-line border-y bg-surface">
      <summary className="min-h-11 cursor-pointer px-3 py-2.5 font-medium text-sm">Gönderilemeyen adresler</summary>
      <ul className="text-sm">
        {failures.map(({ recipient, error }) => (
          <li key={recipient} className="border-line border-t px-3 py-2">
            <span className="block break-all">{recipient}</span>
            <span className="block break-words text-muted">{error}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
