import type { WireAdminReturn } from '#api/wire/admin/returns.ts'
import { formatKurus, fromTl } from '#shop/money.ts'
import { countedReasons, type PieceCondition, type ReturnReason, reasonWords } from '#shop/returns/kinds.ts'

const statusWords: Record<WireAdminReturn['status'], string> = {
  REQUESTED: 'Kararınızı bekliyor',
  APPROVED: 'Paket bekleniyor',
  REFUSED: 'Reddedildi',
  ON_ITS_WAY: 'Yolda',
  RECEIVED: 'Teslim alındı, para bekliyor',
  COMPLETED: 'Tamamlandı',
  CANCELLED: 'Müşteri geri aldı',
}

export const conditionWords: Record<PieceCondition, string> = {
  AS_NEW: 'Yeni gibi: rafa',
  WORN: 'Kullanılmış: kusurlulara',
  FAULTY: 'Kusurlu: kusurlulara',
}

type Asked = Pick<WireAdminReturn, 'kind' | 'early' | 'enteredByStaff'>

/** Why a piece comes back, or that nobody said. */
export function whyOf({ kind, early, enteredByStaff }: Asked, reason: ReturnReason): string {
  if (reason === 'OTHER' && enteredByStaff) return countedReasons.OTHER
  return reason === 'OTHER' && (early || kind === 'EXCHANGE') ? 'Neden belirtilmedi' : reasonWords[reason]
}

type Told = Pick<WireAdminReturn, 'status' | 'money'> & Partial<Pick<WireAdminReturn, 'exchange' | 'unsent'>>

const exchangeWords: Partial<Record<WireAdminReturn['status'], string>> = {
  ...{ REQUESTED: 'Değişim, kararınızı bekliyor', APPROVED: 'Değişim, paket bekleniyor', ON_ITS_WAY: 'Değişim, yolda' },
  RECEIVED: 'Değişim, tamamlamanızı bekliyor',
}

type Exchange = NonNullable<WireAdminReturn['exchange']>

const newPieces: Record<Exchange['state'], string> = {
  ENDED: 'Artık ayrılmış değil: müşteri yeniden seçmeli ya da iadeye çevrilmeli',
  TO_PAY: 'Müşterinin farkı ödemesi bekleniyor',
  KEPT: 'Ayrıldı, eski ürün bekleniyor',
  READY: 'Hazırlanacak siparişlerde',
  SENT: 'Gönderildi',
}

/** How the new pieces of an exchange stand. */
export function newPiecesWords(status: WireAdminReturn['status'], state: Exchange['state']): string {
  return status === 'RECEIVED' && state === 'KEPT' ? 'Ayrıldı, değişim tamamlanınca hazırlanır' : newPieces[state]
}

/** How a return stands, its money before its parcel; an exchange by what it waits for. */
export function stateOf({ status, money, exchange, unsent }: Told): string {
  if (status === 'COMPLETED') return statusWords.COMPLETED
  if (money === 'BY_HAND') return 'Havalenizi bekliyor'
  if (money === 'AT_BANK') return 'Para bankada'
  if (!exchange && unsent && status === 'APPROVED') return 'Paket sizde'
  if (!exchange && unsent && status === 'RECEIVED') return 'Sizde kaldı, para bekliyor'
  if (!exchange) return statusWords[status]
  if (isOpen({ status }) && exchange.state === 'ENDED') return 'Değişim, müşteri yeniden seçmeli'
  if (status === 'RECEIVED' && exchange.state === 'TO_PAY') return 'Değişim, fark ödenmedi'
  return exchangeWords[status] ?? statusWords[status]
}

/** The price difference of the new pieces, and whether it is settled; undefined without the right to see sums. */
export function differenceWords({
  difference,
  status,
  money,
}: Pick<WireAdminReturn, 'difference' | 'status' | 'money'>): string | undefined {
  if (difference === undefined) return undefined
  if (difference === 0) return 'Yok'
  const amount = formatKurus(Math.abs(fromTl(difference) ?? 0))
  if (difference > 0) return status === 'COMPLETED' ? `${amount} ödendi` : `${amount} ödenecek`
  return money === 'PAID' ? `${amount} iade edildi` : `${amount} iade edilecek`
}

export function isOpen({ status }: Pick<WireAdminReturn, 'status'>): boolean {
  return status !== 'COMPLETED' && status !== 'REFUSED' && status !== 'CANCELLED'
}

/** Whether money is still to go back: none does for most exchanges, nor for what was to be paid at the door and never was. */
export function isOwed({ status, paysBack }: Pick<WireAdminReturn, 'status' | 'paysBack'>): boolean {
  return isOpen({ status }) && paysBack
}

/** How long the money may still take; pressing from three days before. */
export function dueWords({ daysLeft }: Pick<WireAdminReturn, 'daysLeft'>): { words: string; pressing: boolean } {
  if (daysLeft < 0) return { words: `Para iadesi ${-daysLeft} gün gecikti`, pressing: true }
  const words = daysLeft === 0 ? 'Para iadesinin son günü' : `Para iadesine ${daysLeft} gün`
  return { words, pressing: daysLeft < 3 }
}
