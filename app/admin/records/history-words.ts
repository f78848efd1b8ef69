import type { WireAuditEntry } from '#api/wire/admin/records.ts'
import { areaPages } from '#app/frame/areas.ts'
import type { AuditAction } from '#shop/audit/contract.ts'
import { factLabels as productLabels } from '#shop/catalog/product-fields.ts'
import { formatKurus } from '#shop/money.ts'
import { carrierName } from '#shop/orders/carriers.ts'

export const actionLabels: Record<AuditAction, string> = {
  'product.create': 'Ürün eklendi',
  'product.update': 'Ürün değişti',
  'product.delete': 'Ürün silindi',
  'category.create': 'Kategori eklendi',
  'category.update': 'Kategori değişti',
  'category.delete': 'Kategori silindi',
  'group.create': 'Ürün grubu eklendi',
  'group.update': 'Ürün grubu değişti',
  'group.delete': 'Ürün grubu silindi',
  'sale.create': 'İndirim planlandı',
  'sale.update': 'İndirim değişti',
  'sale.cancel': 'İndirim iptal edildi',
  'sale.start': 'İndirim başladı',
  'sale.end': 'İndirim bitti',
  'stock.count': 'Stok sayımı işlendi',
  'import.apply': 'Ürünler içe aktarıldı',
  'bulk.apply': 'Ürünler toplu değiştirildi',
  'bulk.undo': 'Toplu değişiklik geri alındı',
  'export.download': 'Liste indirildi',
  'order.status': 'Sipariş durumu değişti',
  'order.note': 'Siparişe not yazıldı',
  'order.cancel': 'Sipariş iptal edildi',
  'order.refund': 'İade yapıldı',
  'order.return': 'Ürün iadesi değişti',
  'order.invoice': 'Siparişe fatura eklendi',
  'order.collect': 'Kapıda ödeme tahsil edildi',
  'order.change': 'Sipariş değiştirildi',
  'order.create': 'Sipariş oluşturuldu',
  'order.link': 'Ödeme bağlantısı oluşturuldu',
  'payment.resolve': 'Ödeme çözüldü',
  'payment.transfer': 'Havale işlendi',
  'payment.account': 'İade hesabı yazıldı',
  'campaign.create': 'Kampanya oluşturuldu',
  'campaign.update': 'Kampanya değişti',
  'campaign.delete': 'Kampanya silindi',
  'credit.change': 'Mağaza kredisi değişti',
  'gift-card.create': 'Hediye kartı oluşturuldu',
  'gift-card.update': 'Hediye kartı değişti',
  'gift-card.code': 'Hediye kartına yeni kod verildi',
  'newsletter.create': 'Bülten yazıldı',
  'newsletter.update': 'Bülten değişti',
  'newsletter.send': 'Bülten gönderime alındı',
  'newsletter.stop': 'Bülten durduruldu',
  'newsletter.delete': 'Bülten silindi',
  'customer.note': 'Müşteriye not yazıldı',
  'customer.merge': 'Müşteri hesapları birleştirildi',
  'customer.export': 'Müşterinin verileri indirildi',
  'customer.delete': 'Müşterinin hesabı silindi',
  'consent.withdraw': 'İleti izni geri alındı',
  'consent.file': 'İYS dosyası hazırlandı',
  'consent.import': 'İYS dosyası işlendi',
  'message.change': 'Mesaj değişti',
  'message-template.change': 'Hazır yanıt değişti',
  'mail.resend': 'E-posta yeniden gönderildi',
  'demo.clear': 'Demo verileri temizlendi',
  'staff.invite': 'Ekibe davet gönderildi',
  'staff.withdraw': 'Ekip daveti geri çekildi',
  'staff.join': 'Ekibe katıldı',
  'staff.role': 'Ekipteki rolü değişti',
  'staff.remove': 'Ekip erişimi kaldırıldı',
  'role.create': 'Rol eklendi',
  'role.update': 'Rol değişti',
  'role.delete': 'Rol silindi',
  'settings.update': 'Ayar değişti',
}

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
    mail: `/admin/e-postalar?posta=${id}`,
    staff: '/admin/ekip',
    role: '/admin/ekip/roller',
    settings: id === 'news' ? '/admin/bultenler' : `/admin/ayarlar?bolum=${settingsSections[id] ?? ''}`,
  }
  return at[area]
}

const fieldLabels: Record<string, string> = {
  // Categories and groups share the names of some.
  ...productLabels,
  removedProducts: 'Silinen ürünler',
  removedCategories: 'Silinen kategoriler',
  removedOrders: 'Silinen siparişler',
  removedCustomers: 'Silinen müşteriler',
  removedMessages: 'Silinen mesajlar',
  stockBuffer: 'Stok payı',
  marketBrand: 'Pazaryerindeki marka',
  marketCategory: 'Pazaryerindeki kategori',
  desi: 'Desi',
  lowStock: 'Stok uyarı sınırı',
  differing: 'Farklı çıkan beden',
  added: 'Fazla çıkan adet',
  missing: 'Eksik çıkan adet',
  area: 'Bölüm',
  position: 'Sıra',
  products: 'Ürünler',
  newProducts: 'Yeni ürün',
  changedProducts: 'Değişen ürün',
  newVariants: 'Yeni varyant',
  changedVariants: 'Değişen varyant',
  rows: 'Satır',
  percent: 'İndirim oranı (%)',
  salePriceKurus: 'İndirimli fiyat',
  startsAt: 'Başlangıç',
  endsAt: 'Bitiş',
  saleState: 'Durum',
  sizes: 'İndirimdeki beden',
  overtaken: 'Fiyatı elle değişen beden',
  skipped: 'İndirime girmeyen beden',
  takenOut: 'İndirimden çıkarılan ürün',
  status: 'Durum',
  note: 'Not',
  adminNotes: 'Yönetici notu',
  carrier: 'Kargo firması',
  trackingNumber: 'Takip numarası',
  fitNote: 'Kalıp notu',
  code: 'İade kodu',
  couponCode: 'Kod',
  returnStatus: 'İade durumu',
  condition: 'Gelen ürünün durumu',
  withoutParcel: 'Paket gelmeden ödendi',
  refundedKurus: 'İade edilen',
  totalKurus: 'Toplam',
  recipient: 'Alıcı',
  discount: 'İndirim',
  expiresAt: 'Son geçerlilik',
  linkHours: 'Ödeme bağlantısının süresi (saat)',
  ownSwap: 'Müşteri beden değiştirebilir',
  ownAddress: 'Müşteri adresi düzeltebilir',
  creditKurus: 'Mağaza kredisi',
  giftKurus: 'Hediye kartı tutarı',
  giftCards: 'Kart sayısı',
  cardEnd: 'Kodun sonu',
  blocked: 'Kullanıma kapalı',
  offer: 'Kampanya',
  minTotal: 'En az alışveriş',
  totalLimit: 'Toplam sınır',
  personLimit: 'Kişi başı sınır',
  categories: 'Kategoriler',
  firstOrderOnly: 'Yalnızca ilk siparişte',
  customer: 'Yalnızca bu müşteriye',
  combinable: 'Diğerleriyle birleşir',
  partner: 'Kodu paylaşan',
  active: 'Açık',
  agreed: 'Müşteri kabul etti',
  receivedKurus: 'Gelen tutar',
  iban: 'IBAN',
  deliveryFee: 'Kargo ücreti',
  freeFrom: 'Ücretsiz kargo sınırı',
  provinces: 'İller',
  weightClasses: 'Kargo sınıfları',
  items: 'İade edilen adet',
  restock: 'Yeniden satışa kondu',
  reason: 'Neden',
  resolution: 'Yapılan',
  finding: 'Fark',
  mergedAccount: 'Birleştirilen hesap',
  movedOrders: 'Taşınan sipariş',
  movedCreditKurus: 'Taşınan kredi',
  format: 'Biçim',
  newsParts: 'Bölüm sayısı',
  sendAt: 'Gönderim zamanı',
  resumed: 'Kaldığı yerden sürdürüldü',
  priceFallTold: 'Fiyatı düşen favoriler bildirilir',
  priceFallPercent: 'Bildirilen düşüş (%)',
  mailsAnHour: 'Saatte en çok bülten e-postası',
  given: 'Verilen izin',
  withdrawn: 'Geri alınan izin',
  uploaded: 'İYS’ye yüklendi',
  answered: 'Yanıtlandı',
  archived: 'Arşivde',
  answer: 'Yanıt',
  template: 'Metin',
  whatsapp: 'WhatsApp numarası',
  state: 'Durum',
  to: 'Alıcı',
  error: 'Hata',
  shopName: 'Mağaza adı',
  shopEmail: 'İletişim e-postası',
  instagramUrl: 'Instagram',
  instagramShown: 'Instagram görünür',
  phone: 'Telefon',
  merchantTitle: 'Ticaret unvanı',
  mersis: 'MERSİS numarası',
  etbis: 'ETBİS kaydı',
  SHOP_MODE: 'Satış kipi',
  PUBLIC_URL: 'Site adresi',
  SMTP_URL: 'E-posta sunucusu',
  PAYMENT_PROVIDER: 'Ödeme kuruluşu',
  IYZICO_API_KEY: 'iyzico API anahtarı',
  IYZICO_SECRET_KEY: 'iyzico güvenlik anahtarı',
  IYZICO_BASE_URL: 'iyzico adresi',
  PAYTR_MERCHANT_ID: 'PayTR mağaza no',
  PAYTR_MERCHANT_KEY: 'PayTR mağaza parolası',
  PAYTR_MERCHANT_SALT: 'PayTR gizli anahtarı',
  PAYTR_TEST_MODE: 'PayTR deneme kipi',
  taxOffice: 'Vergi dairesi',
  taxNumber: 'Vergi numarası',
  tradeRegistry: 'Ticaret sicil numarası',
  chamber: 'Meslek odası',
  address: 'Adres',
  kep: 'KEP adresi',
  returnCarrier: 'İade kargo firması',
  returnAddress: 'İade adresi',
  priceWindowDays: 'İndirimde bakılan gün',
  dispatchHour: 'Aynı gün kargo saati',
  dispatchDays: 'Kargoya veriş (iş günü)',
  deliveryDays: 'Teslimat (iş günü)',
  freeReturnDays: 'Ücretsiz iade (gün)',
  exchangeDays: 'Değişim (gün)',
  toSendDays: 'Kargoya verilmeden geçen gün',
  toDeliverDays: 'Teslim edilmeden geçen gün',
  confirmPaid: 'Ödenen sipariş kendiliğinden onaylanır',
  toCollectDays: 'Tahsil edilmeden geçen gün',
  counts: 'Taksitler',
  feeBearer: 'Taksit farkını ödeyen',
  minimumKurus: 'Taksit için en az tutar',
  senderName: 'Gönderen adı',
  senderEmail: 'Gönderen adresi',
  enabled: 'Açık',
  contractCode: 'Kargo anlaşma kodu',
  howToSend: 'Nasıl gönderilir',
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
  returnStatus: {
    REQUESTED: 'İstendi',
    APPROVED: 'Onaylandı',
    REFUSED: 'Reddedildi',
    ON_ITS_WAY: 'Yolda',
    RECEIVED: 'Teslim alındı',
    COMPLETED: 'Para iadesi istendi',
    CANCELLED: 'Müşteri geri aldı',
  },
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

function textOf(name: string, value: string): string {
  if (name === 'carrier') return carrierName(value) ?? value
  if (name === 'area') return areaPages.find(({ area }) => area === value)?.title ?? value
  return words[name]?.[value] ?? value
}

function listText(name: string, list: unknown[]): string {
  if (list.length === 0) return '(yok)'
  if (name === 'images') return `${list.length} resim`
  if (name === 'variants') return list.map(variantText).join('\n')
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
