import { useEffect, useState } from 'react'
import type { WireNotices } from '#api/wire/admin/notices.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { formatDate } from '#shop/time.ts'
import { adminCall } from '../parts/api.ts'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'
import { type Ability, ability, ownSubscription, subscribe } from './device.ts'

type DevicesProps = { notices: WireNotices; onChange: (notices: WireNotices) => void }

/** The devices that take her messages; this one can be added, each can be taken away. */
export function Devices({ notices, onChange }: DevicesProps) {
  const [own, setOwn] = useState<string>()
  const [can, setCan] = useState<Ability>('ready')
  const { busy, submit } = useAdminSubmit('Bildirimler açılamadı. Tarayıcınızı yenileyip tekrar deneyin.')
  useEffect(() => {
    setCan(ability())
    ownSubscription().then(
      (subscription) => setOwn(subscription?.endpoint),
      () => setOwn(undefined),
    )
  }, [])
  const isOn = notices.devices.some(({ endpoint }) => endpoint === own)

  const turnOn = () =>
    submit(async () => {
      const subscription = await subscribe(notices.publicKey)
      setCan(ability())
      if (!subscription) return
      const { data, message } = await adminCall<'POST /admin/push'>('POST', '/admin/push', subscription.toJSON())
      setOwn(subscription.endpoint)
      onChange(data)
      return message
    })

  const remove = (endpoint: string) =>
    submit(async () => {
      const { data, message } = await adminCall<'DELETE /admin/push'>('DELETE', '/admin/push', { endpoint })
      onChange(data)
      return message
    })

  const tryOut = () =>
    submit(async () => (await adminCall<'POST /admin/push/test'>('POST', '/admin/push/test')).message)

  return (
    <section aria-labelledby="devices" className="grid gap-4">
      <h2 id="devices" className="font-medium">
        Cihazlarınız
      </h2>
      {notices.devices.length > 0 && (
        <ul className="border-line border-t">
          {notices.devices.map(({ device, endpoint, createdAt }) => (
            <li key={endpoint} className="flex min-h-12 flex-wrap items-center gap-x-4 border-line border-b">
              <span className="grow">
                {device}
                {endpoint === own && ' (bu cihaz)'}
                <span className="ml-2 text-muted text-sm">{formatDate(createdAt)}</span>
              </span>
              <button
                type="button"
                aria-label={`${device}: kaldır`}
                disabled={busy}
                onClick={() => remove(endpoint)}
                className="min-h-11 text-sm underline decoration-line underline-offset-4 hover:decoration-ink"
              >
                Kaldır
              </button>
            </li>
          ))}
        </ul>
      )}
      {!isOn && <TurnOn can={can} busy={busy} onPress={turnOn} />}
      {notices.devices.length > 0 && (
        <div>
          <Button look="secondary" disabled={busy} onClick={tryOut}>
            Deneme bildirimi gönder
          </Button>
        </div>
      )}
    </section>
  )
}

function TurnOn({ can, busy, onPress }: { can: Ability; busy: boolean; onPress: () => void }) {
  if (can === 'missing') {
    return (
      <Notice tone="plain">
        Bu tarayıcı bildirim alamıyor. iPhone ve iPad’de önce Safari’de Paylaş › “Ana Ekrana Ekle” deyin, paneli oradan
        açıp bu sayfaya dönün. Bilgisayarda Chrome, Edge ya da Firefox kullanın.
      </Notice>
    )
  }
  if (can === 'denied') {
    return (
      <Notice tone="plain">
        Bu site için bildirimler tarayıcınızda engellenmiş. Adres çubuğundaki site ayarlarından izin verip sayfayı
        yenileyin.
      </Notice>
    )
  }
  return (
    <div>
      <Button disabled={busy} onClick={onPress}>
        Bu cihazda bildirimleri aç
      </Button>
      <p className="mt-2 text-muted text-sm">
        Telefonunuzda panelin simgesi de olsun isterseniz tarayıcı menüsünden “Ana ekrana ekle” deyin.
      </p>
    </div>
  )
}
