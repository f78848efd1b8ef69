import { Link } from 'react-router'
import type { WireAdminReturn } from '#api/wire/admin/returns.ts'
import { api } from '#app/browser/api-client.ts'
import { saveFile } from '#app/browser/save-file.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Button } from '#app/ui/button.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { Thumbnail } from '#app/ui/thumbnail.tsx'
import { formatPhone } from '#shop/fields/phone.ts'
import { formatDate, formatMoment } from '#shop/time.ts'
import { useOrderNews } from '../orders/live.ts'
import { adminCall } from '../parts/api.ts'
import { ListFailed } from '../parts/list-parts.tsx'
import { PrivatePictures } from '../parts/private-pictures.tsx'
import { Sheet, SheetSection } from '../parts/sheet.tsx'
import { sumText } from '../parts/sums.ts'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'
import { ReturnActions } from './actions.tsx'
import { Due } from './due.tsx'
import { NewPieces } from './exchange.tsx'
import { conditionWords, stateOf, whyOf } from './words.ts'

type ReturnSheetProps = { id: string | undefined; onClose: () => void; onChanged: () => void }

const unsaved = {
  title: 'Gönderilmemiş neden',
  action: 'Göndermeden kapat',
  words: 'Yazdığınız neden gönderilmedi; kapatırsanız silinir.',
}

/** One return beside the list. */
export function ReturnSheet({ id, onClose, onChanged }: ReturnSheetProps) {
  return (
    <Sheet id={id} titleOf={() => 'İade'} onClose={onClose} unsaved={unsaved}>
      {(id) => <LoadedReturn key={id} id={id} onChanged={onChanged} />}
    </Sheet>
  )
}

function LoadedReturn({ id, onChanged }: { id: string; onChanged: () => void }) {
  const news = useOrderNews()
  const { state, again, change } = useLoaded(`${id} ${news}`, (signal) =>
    adminCall<'GET /admin/returns/{id}'>('GET', `/admin/returns/${encodeURIComponent(id)}`, undefined, { signal }),
  )
  if (state.kind === 'loading') {
    return (
      <div role="status" aria-label="İade yükleniyor" className="grid gap-4">
        <Skeleton className="h-10" />
        <Skeleton className="h-40" />
      </div>
    )
  }
  if (state.kind === 'failed') return <ListFailed error={state.error} otherwise="İade alınamadı" onAgain={again} />
  return (
    <Detail
      found={state.value.data}
      onChanged={(data) => {
        change((answer) => ({ ...answer, data }))
        onChanged()
      }}
      onAgain={() => {
        again()
        onChanged()
      }}
    />
  )
}

type DetailProps = { found: WireAdminReturn; onChanged: (found: WireAdminReturn) => void; onAgain: () => void }

function Detail({ found, onChanged, onAgain }: DetailProps) {
  const { code, orderId, customer, email, phone, note, refusal, images, noticedAt, enteredByStaff } = found
  return (
    <div className="grid grid-cols-1 gap-8">
      <div className="grid grid-cols-1 gap-1">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="font-display text-xl">{code}</span>
          <span className="font-medium">{stateOf(found)}</span>
        </p>
        <p className="flex flex-wrap items-baseline gap-x-4 text-muted text-sm">
          <Due found={found} />
          <Link
            to={`/admin/siparisler?siparis=${orderId}`}
            className="underline decoration-line underline-offset-4 max-sm:py-2.5"
          >
            Sipariş {found.shownOrderId}
          </Link>
        </p>
      </div>
      <ReturnActions found={found} onChanged={onChanged} onAgain={onAgain} />
      <SheetSection title={found.exchange ? 'Değişime verilen ürünler' : 'İade edilen ürünler'}>
        <Pieces found={found} />
        {isPaidBack(found) && <Money found={found} />}
      </SheetSection>
      {found.exchange && (
        <SheetSection title="Yerine istenen">
          <NewPieces found={found} />
        </SheetSection>
      )}
      {(note || images.length > 0) && (
        <SheetSection title={enteredByStaff ? 'Notunuz' : 'Müşterinin anlattığı'}>
          {note && <p className="whitespace-pre-line break-words text-sm">{note}</p>}
          {images.length > 0 && (
            <div className="mt-3">
              <PrivatePictures images={images} under="/returns/images" width="w-16" />
            </div>
          )}
        </SheetSection>
      )}
      {refusal && (
        <SheetSection title="Ret nedeni">
          <p className="whitespace-pre-line break-words text-sm">{refusal}</p>
        </SheetSection>
      )}
      <SheetSection title="Müşteri">
        <p className="grid grid-cols-1 gap-1 text-sm">
          <span className="font-medium">{customer}</span>
          {phone && (
            <a href={`tel:${phone}`} className="underline decoration-line underline-offset-4 max-sm:py-2.5">
              {formatPhone(phone)}
            </a>
          )}
          {email && (
            <a
              href={`mailto:${email}`}
              className="break-all underline decoration-line underline-offset-4 max-sm:py-2.5"
            >
              {email}
            </a>
          )}
          <span className="text-muted">
            {enteredByStaff
              ? `Kaydı siz açtınız; bildirim ${formatDate(noticedAt)}`
              : `Bildirim ${formatMoment(noticedAt)}`}
          </span>
          {found.trackingNumber && <span className="text-muted">Takip no: {found.trackingNumber}</span>}
        </p>
      </SheetSection>
      <Slip found={found} />
    </div>
  )
}

function Pieces({ found }: { found: WireAdminReturn }) {
  return (
    <ul className="grid grid-cols-1 gap-4">
      {found.items.map(({ itemId, quantity, name, color, size, reason, condition, price, mainImage }) => (
        <li key={itemId} className="flex gap-4 text-sm">
          <Thumbnail address={mainImage} className="aspect-4/5 w-16 shrink-0 self-start rounded-xs" />
          <div className="min-w-0 grow">
            <p className="text-base">{name}</p>
            <p className="text-muted">
              {color}, {size}
            </p>
            <p>{whyOf(found, reason)}</p>
            {condition && <p className="text-muted">{conditionWords[condition]}</p>}
          </div>
          <span className="whitespace-nowrap tabular-nums">
            {price === undefined ? `${quantity} adet` : `${quantity} × ${sumText(price)}`}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Nothing is owed for one that was refused or taken back, and for most exchanges. */
function isPaidBack({ kind, status, paysBack }: WireAdminReturn): boolean {
  if (status === 'REFUSED' || status === 'CANCELLED') return false
  return kind === 'RETURN' || paysBack
}

const moneyWords: Record<WireAdminReturn['money'], string> = {
  NONE: 'İade edilecek',
  AT_BANK: 'Bankadan onay bekleyen',
  BY_HAND: 'Havale edilecek',
  PAID: 'İade edilen',
}

function Money({ found: { refundAmount, paysBack, money, refundDueAt, completedAt } }: { found: WireAdminReturn }) {
  return (
    <div className="mt-4 grid grid-cols-1 gap-1 border-line border-t pt-3">
      {!paysBack && <p>Geri ödenecek para yok.</p>}
      {paysBack && refundAmount !== undefined && (
        <p className="flex justify-between font-medium">
          <span>{moneyWords[money]}</span>
          <span className="tabular-nums">{sumText(refundAmount)}</span>
        </p>
      )}
      {completedAt && <p className="text-muted text-sm">{formatMoment(completedAt)} tarihinde tamamlandı.</p>}
      {!completedAt && paysBack && (
        <p className="text-muted text-sm">Yasal son gün {formatDate(refundDueAt)}: bildirimden sonra 14 gün.</p>
      )}
    </div>
  )
}

function Slip({ found: { id, code, status, unsent } }: { found: WireAdminReturn }) {
  const { busy, submit } = useAdminSubmit('Fiş indirilemedi. Lütfen tekrar deneyin.')
  // Nothing comes of what never left.
  if (unsent) return null
  if (status !== 'APPROVED' && status !== 'ON_ITS_WAY' && status !== 'RECEIVED') return null
  const print = () => submit(async () => saveFile(await api.file(`/returns/${id}/slip.pdf`), `iade-${code}.pdf`))
  return (
    <Button look="quiet" disabled={busy} onClick={print} className="-ml-2 justify-self-start">
      İade fişini indir (PDF)
    </Button>
  )
}
