import { useState } from 'react'
import { Link } from 'react-router'
import type { WireAdminReturn } from '#api/wire/admin/returns.ts'
import { ApiError } from '#app/browser/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { Confirm } from '#app/ui/confirm.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { useUnsaved } from '#app/ui/leaving/unsaved.ts'
import { Notice } from '#app/ui/notice.tsx'
import { adminCall } from '../parts/api.ts'
import { sumText } from '../parts/sums.ts'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'
import { TurnIntoReturn } from './exchange.tsx'
import { Receive } from './receive.tsx'

type ActionsProps = { found: WireAdminReturn; onChanged: (found: WireAdminReturn) => void; onAgain: () => void }
type Step = 'approve' | 'refuse' | 'receive' | 'complete' | 'keep' | 'to-return'
type Take = (step: Step, body?: object) => Promise<boolean>

/** The possible steps of a return now, the next one first. */
export function ReturnActions({ found, onChanged, onAgain }: ActionsProps) {
  const { busy, submit } = useAdminSubmit('İade kaydedilemedi. Lütfen tekrar deneyin.')
  const { id, kind, status, money, shelvedAt, exchange } = found
  const isOpen = status !== 'REFUSED' && status !== 'CANCELLED' && status !== 'COMPLETED'

  const take: Take = (step, body) =>
    submit(async () => {
      try {
        const answer = await adminCall<`POST /admin/returns/{id}/${Step}`>('POST', `/admin/returns/${id}/${step}`, body)
        onChanged(answer.data)
        return answer.message
      } catch (error) {
        // Somebody else was quicker, or the bank has not answered: what stands here is no longer true.
        if (error instanceof ApiError && (error.status === 409 || error.status === 503)) onAgain()
        throw error
      }
    })

  const pieces = found.items.map(({ itemId, quantity }) => `${itemId} ${quantity}`).join()
  const receive = <Receive key={pieces} found={found} busy={busy} onReceive={(receipt) => take('receive', receipt)} />
  const untouched = money === 'NONE' && shelvedAt === null
  const isKept = isOpen && found.unsent && kind === 'RETURN' && money === 'NONE' && status !== 'RECEIVED'
  const completable = money === 'NONE' && (!exchange || isSendable(exchange))
  const waitsForDoor = status === 'RECEIVED' && completable && found.unpaid
  if (isOver(found)) return null
  return (
    <div className="grid grid-cols-1 gap-4">
      {money === 'BY_HAND' && <ByHand />}
      {isOpen && found.undelivered && found.unsent && <InTheShop found={found} />}
      {isOpen && found.undelivered && !found.unsent && !waitsForDoor && <OnTheWay found={found} />}
      {waitsForDoor && <NotCollected found={found} />}
      {status === 'REQUESTED' && kind === 'RETURN' && (
        <p className="text-muted text-sm">
          Yasal süre içindeki bir cayma bildirimi gerekçesizdir; böyle bir talebi reddedemezsiniz.
        </p>
      )}
      {isAwaited(found) && status !== 'RECEIVED' && !isKept && receive}
      <div className="flex flex-wrap items-center gap-3 empty:hidden">
        {isKept && <Keep found={found} busy={busy} onTake={take} />}
        {!isKept && (status === 'REQUESTED' || status === 'REFUSED') && (
          <Button disabled={busy} onClick={() => take('approve')}>
            {status === 'REFUSED' ? 'Yine de onayla' : 'Onayla'}
          </Button>
        )}
        {status === 'RECEIVED' && completable && !found.unpaid && <Complete found={found} busy={busy} onTake={take} />}
        {!isKept &&
          !found.unpaid &&
          (status === 'APPROVED' || status === 'ON_ITS_WAY') &&
          money === 'NONE' &&
          exchange?.state !== 'ENDED' && <Complete found={found} busy={busy} onTake={take} withoutParcel />}
        {isOpen && untouched && <Refuse found={found} busy={busy} onTake={take} />}
        {isOpen && untouched && kind === 'EXCHANGE' && exchange?.state !== 'SENT' && (
          <TurnIntoReturn busy={busy} onTurn={() => take('to-return')} />
        )}
      </div>
      {isAwaited(found) && status === 'RECEIVED' && receive}
    </div>
  )
}

/** Its new pieces are kept, and their difference is paid. */
function isSendable({ state }: NonNullable<WireAdminReturn['exchange']>): boolean {
  return state !== 'ENDED' && state !== 'TO_PAY'
}

/** Its parcel has not come, or was not put away; one that is paid back may still come. */
function isAwaited({ status, shelvedAt }: WireAdminReturn): boolean {
  return shelvedAt === null && ['APPROVED', 'ON_ITS_WAY', 'RECEIVED', 'COMPLETED'].includes(status)
}

/** Nothing is left to do or to say. */
function isOver(found: WireAdminReturn): boolean {
  const { status, money } = found
  return (status === 'CANCELLED' || status === 'COMPLETED') && money !== 'BY_HAND' && !isAwaited(found)
}

function ByHand() {
  return (
    <Notice tone="plain">
      Bu sipariş kartla ödenmedi. Tutarı müşterinin IBAN’ına gönderip{' '}
      <Link to="/admin/odemeler" className="underline">
        Ödemeler
      </Link>
      ’de “Gönderdim” deyin; iade o zaman tamamlanır.
    </Notice>
  )
}

/** Nothing goes back before it was paid at the door; of a parcel that was not taken nothing has to. */
function NotCollected({ found: { orderId, kind, undelivered, unsent, paysBack } }: { found: WireAdminReturn }) {
  const order = (
    <Link to={`/admin/siparisler?siparis=${orderId}`} className="underline">
      siparişte
    </Link>
  )
  if (undelivered && !unsent && !paysBack) {
    return (
      <Notice tone="plain">
        Paket kapıda ödenmeden size döndüyse {order} “Teslim alınmadı” deyin, iade de kapanır; ödendiyse “Tahsil edildi”
        deyin, iadeyi sonra buradan tamamlayın.
      </Notice>
    )
  }
  return (
    <Notice tone="plain">
      Kapıda ödenecek tutar henüz tahsil edilmedi: edilince {order} “Tahsil edildi” deyin,{' '}
      {kind === 'EXCHANGE' ? 'değişimi' : 'iadeyi'} sonra buradan tamamlayın.
    </Notice>
  )
}

/** Its parcel has not left: it is not to be handed over. */
function InTheShop({ found: { atTheDoor } }: { found: WireAdminReturn }) {
  return (
    <Notice tone="bad">
      Bu siparişin paketi henüz yola çıkmadı: aşağıdaki ürünleri kargoya vermeyin.
      {atTheDoor && ` Müşteri şunu okuyor: “${atTheDoor}”`}
    </Notice>
  )
}

/** Its order is still on its way: what is to be done with a parcel that comes back unopened. */
function OnTheWay({ found: { atTheDoor, paymentMethod, status } }: { found: WireAdminReturn }) {
  const atDoor = paymentMethod === 'CASH_ON_DELIVERY'
  return (
    <Notice tone="plain">
      Sipariş henüz teslim edilmedi. {atTheDoor && `Müşteri şunu okuyor: “${atTheDoor}” `}
      {status === 'REQUESTED' ? 'Onayladıktan sonra paket' : 'Paket'} size dönerse burada “Teslim aldım” deyin;
      siparişin durumunu değiştirmeniz gerekmez.
      {atDoor && ' Kapıda ödenmediyse bunun yerine siparişte “Teslim alınmadı” deyin: iade de kapanır.'}
    </Notice>
  )
}

/** One press for a parcel that stays: what she withdrew from is on sale again, and its money goes back. */
function Keep({ found, busy, onTake }: StepProps) {
  const [asking, setAsking] = useState(false)
  const { paysBack, paymentMethod, items } = found
  const atDoor = paymentMethod === 'CASH_ON_DELIVERY'
  const action = atDoor ? 'Bizde kaldı' : 'Bizde kaldı, parayı iade et'
  return (
    <>
      <Button disabled={busy} onClick={() => setAsking(true)}>
        {action}
      </Button>
      <Confirm
        open={asking}
        title="Ürünler bizde kaldı"
        action={action}
        look="primary"
        busy={busy}
        onClose={() => setAsking(false)}
        onConfirm={() => onTake('keep').finally(() => setAsking(false))}
      >
        <p>
          {items.length > 1 || (items[0]?.quantity ?? 0) > 1 ? 'Ürünler' : 'Ürün'} yeniden satışa çıkar.{' '}
          {atDoor ? atDoorWords(paysBack) : backWords(found)} Siparişten gönderilecek başka ürün kalmıyorsa sipariş
          iptal edilir.
        </p>
      </Confirm>
    </>
  )
}

function atDoorWords(paysBack: boolean): string {
  return paysBack
    ? 'Kapıda ödenmediyse geri ödenecek para yok; kalan ürünler ödenince iadeyi buradan tamamlarsınız.'
    : 'Kapıda ödenecek olduğu için geri ödenecek para yok.'
}

/** How her money goes back, as it was paid. */
function backWords({ refundAmount, paymentMethod }: WireAdminReturn): string {
  const amount = sumText(refundAmount)
  return paymentMethod === 'CARD' || paymentMethod === 'HOSTED'
    ? `${amount} müşterinin kartına iade edilir ve kendisine e-posta gönderilir.`
    : `${amount} tutarı müşterinin IBAN’ına sizin göndermeniz gerekir; kendisinden IBAN’ı istenir.`
}

type StepProps = { found: WireAdminReturn; busy: boolean; onTake: Take }

function Complete({ found, busy, onTake, withoutParcel = false }: StepProps & { withoutParcel?: boolean }) {
  const [asking, setAsking] = useState(false)
  if (found.kind === 'EXCHANGE') return <CompleteExchange {...{ found, busy, onTake, withoutParcel }} />
  const amount = sumText(found.refundAmount)
  const action = withoutParcel ? 'Paketi beklemeden öde' : `${amount} iade et`
  return (
    <>
      <Button
        look={withoutParcel ? 'quiet' : 'primary'}
        disabled={busy}
        onClick={() => setAsking(true)}
        className={withoutParcel ? '-ml-2' : ''}
      >
        {action}
      </Button>
      <Confirm
        open={asking}
        title="Parayı iade et"
        action="İade et"
        busy={busy}
        onClose={() => setAsking(false)}
        onConfirm={() => onTake('complete', { withoutParcel }).finally(() => setAsking(false))}
      >
        <p>
          {backWords(found)}
          {withoutParcel && ' Paket gelmedi; geldiğinde yine buradan teslim alabilirsiniz.'}
        </p>
      </Confirm>
    </>
  )
}

function CompleteExchange({ found, busy, onTake, withoutParcel }: StepProps & { withoutParcel: boolean }) {
  const [asking, setAsking] = useState(false)
  const amount = sumText(found.refundAmount)
  return (
    <>
      <Button
        look={withoutParcel ? 'quiet' : 'primary'}
        disabled={busy}
        onClick={() => setAsking(true)}
        className={withoutParcel ? '-ml-2' : ''}
      >
        {withoutParcel ? 'Paketi beklemeden gönder' : 'Değişimi tamamla'}
      </Button>
      <Confirm
        open={asking}
        title="Değişimi tamamla"
        action="Tamamla"
        look="primary"
        busy={busy}
        onClose={() => setAsking(false)}
        onConfirm={() => onTake('complete', { withoutParcel }).finally(() => setAsking(false))}
      >
        <p>
          Yeni ürün hazırlanacak siparişlere geçer ve müşteriye e-posta gönderilir.
          {(found.refundAmount ?? 0) > 0 && ` ${amount} fark müşteriye, ödediği yolla iade edilir.`}
          {withoutParcel && ' Paket gelmedi; geldiğinde yine buradan teslim alabilirsiniz.'}
        </p>
      </Confirm>
    </>
  )
}

function Refuse({ found: { status, kind }, busy, onTake }: StepProps) {
  const [open, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  useUnsaved(open && reason !== '')
  const waited = status === 'APPROVED' || status === 'ON_ITS_WAY'
  const what = kind === 'EXCHANGE' ? 'Değişimi' : 'İadeyi'
  if (!open) {
    return (
      <Button look="quiet" disabled={busy} onClick={() => setOpen(true)} className="first:-ml-2">
        {waited ? 'Paket gelmedi, reddet' : 'Reddet'}
      </Button>
    )
  }
  return (
    <div className="grid w-full grid-cols-1 gap-3">
      <TextArea
        label="Neden"
        hint="Müşteri okur."
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button look="danger" disabled={busy || reason.trim() === ''} onClick={() => onTake('refuse', { reason })}>
          {what} reddet
        </Button>
        <Button
          look="quiet"
          disabled={busy}
          onClick={() => {
            setReason('')
            setOpen(false)
          }}
        >
          Vazgeç
        </Button>
      </div>
    </div>
  )
}
