import { type FormEvent, useState } from 'react'
import type { WireReturn } from '#api/wire/returns.ts'
import { api } from '#app/browser/api-client.ts'
import { saveFile } from '#app/browser/save-file.ts'
import { Button } from '#app/ui/button.tsx'
import { Confirm } from '#app/ui/confirm.tsx'
import { Field } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useSubmit } from '#app/ui/use-submit.ts'
import { formatTl } from '#shop/money.ts'
import { handOverDays } from '#shop/settings/consumer-law.ts'
import { formatDate } from '#shop/time.ts'
import { ExchangeState } from './exchange/state.tsx'
import { returnWords } from './words.ts'

type ReturnCardProps = { found: WireReturn; onChanged: () => Promise<void> }

/** One return: its code, how it stands, what to do next. */
export function ReturnCard({ found, onChanged }: ReturnCardProps) {
  const { code, kind, status, items, refundAmount } = found
  const isOver = status === 'REFUSED' || status === 'CANCELLED'
  return (
    <div className="grid grid-cols-1 gap-3 border border-line bg-paper p-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium">
          {kind === 'EXCHANGE' ? 'Değişim' : 'İade'} {code}
        </span>
        <span className={status === 'COMPLETED' ? 'text-good' : ''}>{returnWords(found)}</span>
      </p>
      <ul>
        {items.map(({ itemId, quantity, name, color, size }) => (
          <li key={itemId} className="text-muted">
            {quantity} × {name} ({color}, {size})
          </li>
        ))}
      </ul>
      {!isOver && refundAmount > 0 && <p>{moneyWords(found)}</p>}
      {found.refusal && status === 'REFUSED' && <p className="whitespace-pre-line">Nedeni: {found.refusal}</p>}
      {found.atTheDoor && <p>{found.atTheDoor}</p>}
      {status === 'REQUESTED' && !found.unsent && (
        <p>
          {found.undelivered
            ? 'Talebinizi onaylayınca size e-posta ile yazacağız; teslim aldığınız ürünleri nasıl göndereceğiniz de burada görünür.'
            : 'Talebinize bakıp size e-posta ile yazacağız. Onaylanınca nasıl göndereceğiniz burada görünür.'}
        </p>
      )}
      <ExchangeState found={found} onChanged={onChanged} />
      <HowToSend found={found} onChanged={onChanged} />
      {(status === 'REQUESTED' || status === 'APPROVED') && <TakeBack found={found} onChanged={onChanged} />}
    </div>
  )
}

function moneyWords({ kind, money, refundAmount, refundDueAt }: WireReturn): string {
  const amount = formatTl(refundAmount)
  if (money === 'PAID') return `${amount} iade edildi.`
  if (money === 'AT_BANK') return `${amount} bankanıza gönderildi, onayı bekleniyor.`
  if (money === 'BY_HAND') return `${amount} banka hesabınıza gönderilecek.`
  const what = kind === 'EXCHANGE' ? 'İade edilecek fark' : 'İade edilecek tutar'
  return `${what}: ${amount}, en geç ${formatDate(refundDueAt)}.`
}

const failure = 'Kaydedilemedi. Lütfen tekrar deneyin.'

function HowToSend({
  found: { id, code, kind, status, wayBack, undelivered, atTheDoor, deadline, trackingNumber },
  onChanged,
}: ReturnCardProps) {
  const [number, setNumber] = useState(trackingNumber ?? '')
  const { busy, bad, submit } = useSubmit({ failure })
  if (!wayBack) return null

  const print = () => submit(async () => saveFile(await api.file(`/returns/${id}/slip.pdf`), `iade-${code}.pdf`))

  function send(event: FormEvent) {
    event.preventDefault()
    submit(async () => {
      await api.call<'POST /returns/{id}/sent'>('POST', `/returns/${id}/sent`, { trackingNumber: number })
      await onChanged()
    })
  }

  return (
    <>
      <p className="whitespace-pre-line">
        {atTheDoor && 'Teslim aldığınız ürünleri şöyle gönderin: '}
        {wayBack.words}
      </p>
      {wayBack.contractCode && <p>Kargo anlaşma kodu: {wayBack.contractCode}</p>}
      {wayBack.address && <p className="whitespace-pre-line">Adres: {wayBack.address}</p>}
      {status === 'APPROVED' && (
        <p>
          {undelivered
            ? `Teslim aldığınız günden sonra ${handOverDays} gün içinde kargoya verin.`
            : `Paketi en geç ${formatDate(deadline)} günü kargoya verin.`}
        </p>
      )}
      <Button look="secondary" size="small" disabled={busy} onClick={print} className="justify-self-start">
        {kind === 'EXCHANGE' ? 'Paket fişini' : 'İade fişini'} indir (PDF)
      </Button>
      <form onSubmit={send} noValidate className="flex flex-wrap items-end gap-3">
        <Field
          label="Kargo takip numarası"
          optional
          maxLength={40}
          value={number}
          onChange={(event) => setNumber(event.target.value)}
        />
        <Button type="submit" look="secondary" size="small" disabled={busy}>
          {status === 'APPROVED' ? 'Kargoya verdim' : 'Kaydet'}
        </Button>
      </form>
      {bad && <Notice tone="bad">{bad}</Notice>}
    </>
  )
}

function whatComes(unsent: boolean, undelivered: boolean): string {
  if (unsent) return 'Paketiniz eksiksiz gönderilir.'
  return undelivered ? 'Paketiniz gelince teslim alın.' : 'Ürünler sizde kalır.'
}

function TakeBack({ found: { id, kind, exchange, undelivered, unsent }, onChanged }: ReturnCardProps) {
  const words = kind === 'EXCHANGE' ? 'Değişimi geri al' : 'İadeyi geri al'
  const [asking, setAsking] = useState(false)
  const { busy, bad, submit } = useSubmit({ failure })

  async function takeBack() {
    await submit(async () => {
      await api.delete<'DELETE /returns/{id}'>(`/returns/${id}`)
      await onChanged()
    })
    setAsking(false)
  }

  return (
    <>
      <Button look="quiet" size="small" onClick={() => setAsking(true)} className="-ml-2 justify-self-start">
        {words}
      </Button>
      {bad && <Notice tone="bad">{bad}</Notice>}
      <Confirm
        open={asking}
        title={words}
        action={words}
        busy={busy}
        onClose={() => setAsking(false)}
        onConfirm={takeBack}
      >
        <p>
          {whatComes(unsent, undelivered)} Süreniz dolmadıysa yeniden isteyebilirsiniz.
          {exchange && ' Ayırdığımız ürün yeniden satışa çıkar; fark ödediyseniz iade edilir.'}
        </p>
      </Confirm>
    </>
  )
}
