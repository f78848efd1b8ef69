import type { WireReport } from '#api/wire/reports.ts'
import { formatKurus, formatWhole, fromTl } from '#shop/money.ts'
import type { ReportName } from '#shop/reports/contract.ts'
import { dayName } from '../parts/day-name.ts'

export type Unit = WireReport['totals'][number]['unit']

/** `compared`: of the past, so that another period can stand beside it. */
export const reports: { name: ReportName; label: string; about: string; empty: string; compared: boolean }[] = [
  {
    name: 'sales',
    label: 'Satışlar',
    about:
      'Satış, ödemesi alınan siparişlerden kalan tutardır; iadeler siparişin verildiği günden düşülür. Ürün adedi ve tutarı kargoyu saymaz; kapıda ödemeli siparişleri ve pazaryeri satışlarını da içerir.',
    empty: 'Bu dönemde satış yok',
    compared: true,
  },
  {
    name: 'sell-through',
    label: 'Satış oranı',
    about: 'Dönemde satılanların, satılanlarla bugün stokta kalanların toplamına oranıdır.',
    empty: 'Stokta ürün ve bu dönemde satış yok',
    compared: false,
  },
  {
    name: 'dead-stock',
    label: 'Satılmayan stok',
    about:
      'Dönem boyunca yayında olup hiç satılmayan ürünlerdir. Bağlı tutar, bugünkü stoğun satış fiyatıyla değeridir.',
    empty: 'Satılmadan bekleyen ürün yok',
    compared: false,
  },
  {
    name: 'reorder',
    label: 'Sipariş listesi',
    about:
      'Dönemdeki hızla bir hafta içinde bitecek bedenler ve stok bildirimi isteyenlerin bekledikleri. Önerilen adet, dört haftalık satışı ve bekleyenleri karşılar.',
    empty: 'Yakında bitecek ya da beklenen beden yok',
    compared: false,
  },
  {
    name: 'returns',
    label: 'İadeler',
    about: 'İade ve değişim istekleri, istendikleri güne yazılır; müşterinin geri aldığı istekler sayılmaz.',
    empty: 'Bu dönemde iade isteği yok',
    compared: true,
  },
  {
    name: 'discounts',
    label: 'İndirimler',
    about:
      'Kampanyalar, tarihli indirimler ve elle yazılan siparişlerde verilen indirimlerdir. İptal edilen siparişler sayılmaz.',
    empty: 'Bu dönemde indirim kullanılmadı',
    compared: true,
  },
  {
    name: 'customers',
    label: 'Müşteriler',
    about:
      'Yeni müşteri, ilk kez alışveriş yapandır; sonraki siparişleri yeniden alışveriş sayılır. Pazaryeri siparişleri dahil değildir.',
    empty: 'Bu dönemde alışveriş yok',
    compared: true,
  },
  {
    name: 'searches',
    label: 'Aramalar',
    about: 'Yalnızca aranan kelimeler ve kaç kez arandıkları sayılır; kimin aradığı bilinmez, çerez kullanılmaz.',
    empty: 'Bu dönemde arama yok',
    compared: true,
  },
]

const decimal = new Intl.NumberFormat('tr-TR', { maximumFractionDigits: 1 })
const monthName = new Intl.DateTimeFormat('tr-TR', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** A value as it is read: '1.199,00 TL', '%12,5', '20 Kasım Cum'. */
export function shown(unit: Unit, value: string | number | null | undefined): string {
  if (value === null || value === undefined || value === '') return '–'
  if (unit === 'money') return formatKurus(fromTl(Number(value)) ?? Math.round(Number(value) * 100))
  if (unit === 'percent') return `%${decimal.format(Number(value))}`
  if (unit === 'count') return formatWhole(Number(value))
  if (unit === 'day')
    return String(value).length === 7 ? monthName.format(new Date(`${value}-01`)) : dayName(String(value))
  return String(value)
}
