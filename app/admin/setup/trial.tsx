import { useState } from 'react'
import { Link } from 'react-router'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { refreshDashboard } from '../dashboard/store.ts'
import { adminCall } from '../parts/api.ts'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'
import { SectionHead } from '../settings/section-parts.tsx'
import { stepPath } from './checklist.tsx'
import type { StepProps } from './step.ts'

/** One lira with the owner's own card, and back. */
export function TrialStep({ setup, onChanged }: StepProps) {
  const { state, orderId } = setup.trial
  const [url, setUrl] = useState<string>()
  const { busy, submit } = useAdminSubmit('İşlem tamamlanamadı. Lütfen tekrar deneyin.')

  const begin = () =>
    submit(async () => {
      const { data, message } = await adminCall<'POST /admin/setup/trial'>('POST', '/admin/setup/trial', {})
      setUrl(data.url)
      return message
    })
  const refund = () =>
    submit(async () => {
      const call = adminCall<'POST /admin/setup/trial/refund'>
      const { data, message } = await call('POST', '/admin/setup/trial/refund', {})
      onChanged(data)
      refreshDashboard()
      return message
    })

  return (
    <>
      <SectionHead title="Deneme ödemesi">
        Son sınav: kendi kartınızla 1 TL ödeyin, sonra iade edin. Böylece müşterinizin yaşayacağını baştan sona
        görürsünüz.
      </SectionHead>
      {!setup.live && (
        <Notice tone="plain">
          Önce mağazayı yayına alın.{' '}
          <Link to={stepPath('live')} className="underline underline-offset-4">
            Yayına alma
          </Link>
        </Notice>
      )}
      {setup.live && state === 'passed' && (
        <Notice tone="good">Deneme ödemesi alındı ve iade edildi. Mağazanız satışa hazır.</Notice>
      )}
      {setup.live && state === 'paid' && (
        <>
          <Notice tone="good" className="mb-4">
            1 TL’lik ödemeniz alındı. Şimdi iade edin; tutar birkaç gün içinde kartınıza döner.
          </Notice>
          <Button disabled={busy} onClick={refund}>
            {busy ? 'İade ediliyor…' : '1 TL’yi iade et'}
          </Button>
        </>
      )}
      {setup.live && (state === 'none' || state === 'waiting' || state === 'ended') && (
        <>
          {state === 'ended' && (
            <Notice tone="plain" className="mb-4">
              Önceki denemenin süresi doldu; yenisini başlatabilirsiniz.
            </Notice>
          )}
          {url ? (
            <div className="grid gap-3 sm:flex">
              <a href={url} target="_blank" rel="noreferrer" className={buttonClass()}>
                Ödeme sayfasını aç
              </a>
              <Button look="secondary" disabled={busy} onClick={() => onChanged()}>
                Ödedim, denetle
              </Button>
            </div>
          ) : (
            <Button disabled={busy} onClick={begin}>
              {busy ? 'Hazırlanıyor…' : state === 'waiting' ? 'Ödeme bağlantısını al' : 'Deneme ödemesini başlat'}
            </Button>
          )}
        </>
      )}
      {orderId && (
        <p className="mt-6 text-sm">
          <Link to={`/admin/siparisler?siparis=${orderId}`} className="underline underline-offset-4">
            Siparişi gör
          </Link>
        </p>
      )}
    </>
  )
}
