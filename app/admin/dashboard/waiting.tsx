import { Link } from 'react-router'
import type { WireDashboard } from '#api/wire/admin/dashboard.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { mayOpen } from '../page-rights.ts'
import { useRights } from '../parts/rights.ts'

type Waiting = WireDashboard['waiting']
/** The orders that `newOrders` counts. */
export const newOrdersList = '/admin/siparisler?durum=yeni'

/** Problems come before everyday work. */
const kinds: { of: (waiting: Waiting) => number; label: string; to: string; wrong?: true }[] = [
  { of: (w) => w.chargedWithoutOrder, label: 'Para çekildi, sipariş yok', to: '/admin/odemeler', wrong: true },
  { of: (w) => w.paymentMismatches, label: 'Ödeme uyuşmazlığı', to: '/admin/odemeler', wrong: true },
  { of: (w) => w.failedMails, label: 'Gönderilemeyen e-posta', to: '/admin/e-postalar?durum=failed', wrong: true },
  {
    of: (w) => w.shortPackages,
    label: 'Alınamayan pazaryeri siparişi',
    to: '/admin/ayarlar?bolum=kanallar',
    wrong: true,
  },
  {
    of: (w) => w.troubledParcels,
    label: 'Teslim edilemeyen paket',
    to: '/admin/siparisler?bekleyen=sorunlu',
    wrong: true,
  },
  {
    of: (w) => w.lateToSend,
    label: 'Kargoya verilmesi geciken sipariş',
    to: '/admin/siparisler?bekleyen=kargo',
    wrong: true,
  },
  { of: (w) => w.lateToDeliver, label: 'Teslimi geciken paket', to: '/admin/siparisler?bekleyen=teslim', wrong: true },
  {
    of: (w) => w.lateToCollect,
    label: 'Tahsilatı geciken kapıda ödeme',
    to: '/admin/siparisler?bekleyen=tahsilat',
    wrong: true,
  },
  { of: (w) => w.transfersShort, label: 'Süresi dolan eksik havale', to: '/admin/odemeler', wrong: true },
  { of: (w) => w.refundsLate, label: 'Geciken para iadesi', to: '/admin/odemeler', wrong: true },
  {
    of: (w) => w.returnsPressing,
    label: 'Para iadesinin süresi doluyor',
    to: '/admin/siparisler/iadeler',
    wrong: true,
  },
  {
    of: (w) => w.returnsMissing,
    label: 'Paketi gelmeyen iade',
    to: '/admin/siparisler/iadeler?durum=coming',
    wrong: true,
  },
  { of: (w) => w.newOrders, label: 'Yeni sipariş', to: newOrdersList },
  { of: (w) => w.toPrepare, label: 'Hazırlanacak sipariş', to: '/admin/siparisler?durum=CONFIRMED' },
  { of: (w) => w.toShip, label: 'Kargoya verilecek sipariş', to: '/admin/siparisler?durum=PREPARED' },
  { of: (w) => w.awaitingMoney, label: 'Ödemesi beklenen sipariş', to: '/admin/siparisler?odeme=bekleniyor' },
  { of: (w) => w.returnsToDecide, label: 'Karar bekleyen iade', to: '/admin/siparisler/iadeler?durum=to-decide' },
  {
    of: (w) => w.returnsToPay,
    label: 'Teslim alınan, tamamlanacak iade ya da değişim',
    to: '/admin/siparisler/iadeler?durum=received',
  },
  { of: (w) => w.refundsByHand, label: 'Havale ile gönderilecek iade', to: '/admin/odemeler' },
  { of: (w) => w.refundsUnderWay, label: 'Bankada süren iade', to: '/admin/siparisler?odeme=iade-suruyor' },
  { of: (w) => w.unreadMessages, label: 'Okunmamış mesaj', to: '/admin/mesajlar?durum=unread' },
  { of: (w) => w.reviewsOpen, label: 'Bakılacak yorum', to: '/admin/yorumlar' },
  { of: (w) => w.lowStock, label: 'Stoğu azalan ürün', to: '/admin/urunler?durum=yayinda&stok=az' },
  { of: (w) => w.soldOut, label: 'Tükenen ürün', to: '/admin/urunler?durum=yayinda&stok=tukendi' },
]

type WaitingListProps = { waiting: Waiting; paymentsAnswering: boolean }

/** The things that need attention, each with a link to their list. */
export function WaitingList({ waiting, paymentsAnswering }: WaitingListProps) {
  const rights = useRights()
  // Work on pages that she may not open is left out.
  const due = kinds.filter(({ of, to }) => of(waiting) > 0 && mayOpen(rights, to))
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting" className="mb-1 text-muted text-sm">
        Şimdi sizi bekleyenler
      </h2>
      {!paymentsAnswering && mayOpen(rights, '/admin/odemeler') && (
        <Notice tone="bad" className="my-3">
          Ödeme kuruluşu yanıt vermiyor.{' '}
          <Link to="/admin/odemeler" className="underline underline-offset-4">
            Ne olduğuna bakın
          </Link>
        </Notice>
      )}
      {due.length === 0 ? (
        <p className="border-line border-y py-6">Şu anda bekleyen bir iş yok.</p>
      ) : (
        <ul>
          {due.map(({ of, label, to, wrong }) => (
            <li key={label} className="border-line border-b">
              <Link to={to} className="group flex min-h-11 items-center justify-between gap-4 py-1">
                <span className={`flex items-center gap-2 group-hover:underline ${wrong ? 'text-bad' : ''}`}>
                  {wrong && <Icon name="info" size={18} />}
                  {label}
                </span>
                <span
                  className={`min-w-8 rounded-xl px-2 text-center font-medium tabular-nums ${wrong ? 'bg-bad text-white' : 'bg-nar-soft text-nar-deep'}`}
                >
                  {of(waiting).toLocaleString('tr-TR')}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
