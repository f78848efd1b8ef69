import type { WireAuditEntry } from '#api/wire/admin/records.ts'
import { areaPages } from '#app/frame/areas.ts'
import { formatKurus } from '#shop/money.ts'
import { carrierName } from '#shop/orders/carriers.ts'
import type { Right } from '#shop/rights.ts'
import { formatMoment } from '#shop/time.ts'
import { rightWords } from '../staff/words.ts'
import { fieldLabels } from './field-labels.ts'

const settingsSections: Record<string, string> = {
  brand: 'marka',
  landing: 'vitrin',
  look: 'logo',
  announcement: 'duyuru',
  menu: 'menu',
  links: 'baglantilar',
  cards: 'kartlar',
  stock: 'stok',
  rhythm: 'duzen',
  sizes: 'bedenler',
  legal: 'yasal',
  terms: 'teslimat',
  delivery: 'kargo',
  returns: 'iade',
  waiting: 'bekleyen',
  texts: 'metinler',
  installments: 'odeme',
  transfer: 'havale',
  door: 'kapida-odeme',
  changes: 'siparis-degisiklikleri',
  mail: 'e-posta',
  giftCards: 'hediye-karti',
  whatsapp: 'whatsapp',
  reviews: 'yorumlar',
  feeds: 'kanallar',
  market: 'kanallar',
}

/** Where the thing is now; undefined when it is gone or has no page. */
export function linkOf({ action, subject: { id } }: WireAuditEntry): string | undefined {
  if (action.endsWith('.delete')) return undefined
  const [area = ''] = action.split('.')
  const at: Record<string, string> = {
    product: `/admin/urunler/${id}`,
    category: '/admin/kategoriler',
    group: '/admin/gruplar',
    look: '/admin/kombinler',
    stock: '/admin/urunler/sayim',
    import: `/admin/urunler/aktar/${id}`,
    bulk: `/admin/urunler/toplu/${id}`,
    sale: `/admin/indirimler?indirim=${id}`,
    order: `/admin/siparisler?siparis=${id}`,
    payment: '/admin/odemeler',
    credit: `/admin/kredi/${id}`,
    'gift-card': `/admin/hediye-kartlari?kart=${id}`,
    campaign: '/admin/kampanyalar',
    newsletter: `/admin/bultenler/${id}`,
    message: `/admin/mesajlar?mesaj=${id}`,
    'message-template': '/admin/mesajlar?sekme=hazir',
    review: `/admin/yorumlar?yorum=${id}`,
    mail: `/admin/e-postalar?posta=${id}`,
    staff: '/admin/ekip',
    role: '/admin/ekip/roller',
    settings: id === 'news' ? '/admin/bultenler' : `/admin/ayarlar?bolum=${settingsSections[id] ?? ''}`,
  }
  return at[area]
}

const words: Record<string, Record<string, string>> = {
  status: {
    PENDING: 'Onay bekliyor',
    CONFIRMED: 'Hazırlanıyor',
    PREPARED: 'Hazırlandı',
    SHIPPED: 'Kargoda',
    DELIVERED: 'Teslim edildi',
    CANCELLED: 'İptal edildi',
    STARTED: 'Bankaya gönderildi',
    AWAITING_3DS: 'Banka onayı bekleniyor',
    UNKNOWN: 'Sonuç belirsiz',
    SUCCEEDED: 'Ödendi',
    DECLINED: 'Reddedildi',
    EXPIRED: 'Süresi doldu',
    REFUNDED: 'İade edildi',
  },
  paymentStatus: {
    PENDING: 'Bekleniyor',
    SUCCESS: 'Alındı',
    FAILED: 'Alınamadı',
    REFUNDED: 'İade edildi',
    AWAITING_TRANSFER: 'Havale bekleniyor',
    CASH_ON_DELIVERY: 'Kapıda ödenecek',
  },
  returnKind: { RETURN: 'İade', EXCHANGE: 'Değişim' },
  returnStatus: {
    REQUESTED: 'İstendi',
    APPROVED: 'Onaylandı',
    REFUSED: 'Reddedildi',
    ON_ITS_WAY: 'Yolda',
    RECEIVED: 'Teslim alındı',
    COMPLETED: 'Para iadesi istendi',
    CANCELLED: 'Müşteri geri aldı',
  },
  reviewState: { WAITING: 'Onay bekliyordu', PUBLISHED: 'Yayında', REFUSED: 'Yayınlanmadı' },
  moderation: { BEFORE: 'Yayınlamadan önce', AFTER: 'Yayınlandıktan sonra' },
  saleState: { PLANNED: 'Planlandı', RUNNING: 'Sürüyor', ENDED: 'Bitti', CANCELLED: 'İptal edildi' },
  fitNote: { SMALL: 'Dar kalıp', BIG: 'Geniş kalıp' },
  condition: { AS_NEW: 'Yeni gibi', WORN: 'Kullanılmış', FAULTY: 'Kusurlu' },
  resolution: {
    ask: 'Bankaya soruldu',
    complete: 'Sipariş tamamlandı',
    refund: 'Para iadesi istendi',
    'refund-excess': 'Fazla çekilenin iadesi istendi',
    gone: 'İadenin gittiği bildirildi',
    'not-gone': 'İadenin gitmediği bildirildi',
    close: 'Notla kapatıldı',
  },
  finding: {
    'charged-without-order': 'Para çekildi, sipariş yok',
    'order-without-charge': 'Sipariş var, para yok',
    'amount-differs': 'Tutarlar farklı',
  },
  state: { sent: 'Gönderilmişti', failed: 'Gönderilemedi', waiting: 'Sıraya alındı' },
  feeBearer: { shopper: 'Müşteri', shop: 'Mağaza' },
}

function fieldLabel(name: string): string {
  return fieldLabels[name] ?? name
}

/** A value as people read it. */
function valueText(name: string, value: unknown): string {
  if (value === null || value === undefined) return '–'
  if (value === '') return '(boş)'
  if (typeof value === 'boolean') return value ? 'Evet' : 'Hayır'
  if (typeof value === 'number') return numberText(name, value)
  if (typeof value === 'string') return textOf(name, value)
  if (Array.isArray(value)) return listText(name, value)
  if (isSpan(value)) return value.from === value.to ? String(value.from) : `${value.from}–${value.to}`
  return JSON.stringify(value)
}

function numberText(name: string, value: number): string {
  if (name.endsWith('Kurus')) return formatKurus(value)
  if (name === 'dispatchHour') return `${String(value).padStart(2, '0')}:00`
  return String(value)
}

const isMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

function textOf(name: string, value: string): string {
  if (name === 'carrier') return carrierName(value) ?? value
  if (name === 'area') return areaPages.find(({ area }) => area === value)?.title ?? value
  if (isMoment.test(value)) return formatMoment(value)
  return words[name]?.[value] ?? value
}

function listText(name: string, list: unknown[]): string {
  if (list.length === 0) return '(yok)'
  if (name === 'images') return `${list.length} resim`
  if (name === 'variants') return list.map(variantText).join('\n')
  if (name === 'rights') return list.map((right) => rightWords[right as Right]?.label ?? right).join(', ')
  return list.map((value) => valueText('', value)).join(', ')
}

function variantText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  const { color, size, sku, priceKurus, stock, images } = value as Record<string, unknown>
  const price = typeof priceKurus === 'number' ? formatKurus(priceKurus) : '–'
  const pictures = Array.isArray(images) ? `, ${images.length} renk görseli` : ''
  return `${color} ${size}: ${price}, stok ${stock} (${sku})${pictures}`
}

function isSpan(value: object): value is { from: number; to: number } {
  return 'from' in value && 'to' in value
}

export type ShownChange = { name: string; label: string; before: string | undefined; after: string | undefined }

/** The changed fields, before and after; of variants only those that differ. */
export function changesOf({ before, after }: WireAuditEntry): ShownChange[] {
  const known = Object.keys(fieldLabels)
  // The database keeps them in an order of its own.
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].sort(
    (one, other) => known.indexOf(one) - known.indexOf(other),
  )
  return names.map((name) => {
    const [old, now] = name === 'variants' ? differing(before?.[name], after?.[name]) : [before?.[name], after?.[name]]
    if (name === 'Sahneler' && typeof old === 'string' && typeof now === 'string')
      return { name, label: name, before: scenesText(old), after: scenesText(now, old) }
    return {
      name,
      label: fieldLabel(name),
      before: before ? valueText(name, old) : undefined,
      after: after ? valueText(name, now) : undefined,
    }
  })
}

/** The landing page's scenes are kept as the names of their pictures, a line each: their number, and what became of them. */
function scenesText(list: string, earlier?: string): string {
  const scenes = list.split('\n').filter(Boolean)
  if (earlier === undefined) return `${scenes.length} sahne`
  const before = earlier.split('\n').filter(Boolean)
  const added = scenes.filter((scene) => !before.includes(scene)).length
  const removed = before.filter((scene) => !scenes.includes(scene)).length
  const changes = [added && `${added} eklendi`, removed && `${removed} kaldırıldı`].filter(Boolean)
  return `${scenes.length} sahne (${changes.join(', ') || 'sırası değişti'})`
}

function differing(old: unknown, now: unknown): [unknown, unknown] {
  if (!Array.isArray(old) || !Array.isArray(now)) return [old, now]
  const known = (list: unknown[]) => new Set(list.map((entry) => JSON.stringify(entry)))
  const [before, after] = [known(old), known(now)]
  return [
    old.filter((entry) => !after.has(JSON.stringify(entry))),
    now.filter((entry) => !before.has(JSON.stringify(entry))),
  ]
}
