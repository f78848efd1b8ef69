import type { WireSettings } from '#api/wire/admin/settings.ts'
import { formatTl } from '#shop/money.ts'
import { isOver } from '../face/moment.ts'

const onOff = (on: boolean) => (on ? 'Açık' : 'Kapalı')
/** How each section stands, in few words; those that have no state are left out. */
const states: Record<string, (settings: WireSettings) => string> = {
  marka: ({ brand }) => brand.inForce.shopName,
  vitrin: ({ landing }) => `${landing.settings.parts.filter(({ shown }) => shown).length} bölüm`,
  logo: ({ look: { settings } }) => (settings.logo ? 'Logo yüklü' : 'Yazıyla'),
  duyuru: ({ announcement: { settings } }) => (isOver(settings) ? 'Süresi doldu' : onOff(settings.on)),
  menu: ({ menu }) => `${menu.settings.items.length} giriş`,
  baglantilar({ links: { settings } }) {
    const filled = Object.values(settings.social).filter(Boolean).length + settings.footer.length
    return filled > 0 ? `${filled} bağlantı` : ''
  },
  kartlar: ({ cards }) => (cards.settings.colorsApart ? 'Renkler ayrı' : 'Renkler birlikte'),
  bedenler: ({ sizes }) =>
    sizes.settings.charts.length > 0 ? `${sizes.settings.charts.length} kategori sizin` : 'Genel tablo',
  metinler({ texts }) {
    const own = texts.items.filter((text) => text.own).length
    return own > 0 ? `${own} metin sizin` : 'Varsayılan'
  },
  yasal: ({ legal }) => (legal.missing.length > 0 ? `${legal.missing.length} bilgi eksik` : 'Tamam'),
  whatsapp: ({ whatsapp }) => onOff(whatsapp.settings.number !== ''),
  'e-posta': ({ environment }) => (environment.smtpSet ? 'Gönderiliyor' : 'Gönderilmiyor'),
  odeme: ({ installments }) => (installments.counts.length > 0 ? 'Taksit açık' : 'Tek çekim'),
  havale: ({ transfer }) => onOff(transfer.settings.on),
  'kapida-odeme': ({ door }) => onOff(door.enabled),
  'hediye-karti': ({ giftCards }) => onOff(giftCards.settings.on),
  yorumlar: ({ reviews }) => onOff(reviews.settings.on),
  uyeliksiz: ({ guests }) => onOff(guests.settings.on),
  teslimat: ({ terms }) => `${terms.settings.freeReturnDays} gün iade`,
  kargo: ({ delivery }) => (delivery.fee === 0 ? 'Ücretsiz' : formatTl(delivery.fee)),
  iade: ({ returns }) => onOff(returns.settings.enabled),
  bekleyen: ({ waiting }) => (waiting.confirmPaid ? 'Kendiliğinden onay' : 'Elle onay'),
  stok: ({ stock }) => (stock.low > 0 ? `${stock.low} adet` : 'Kapalı'),
}

export function stateOf(id: string, settings: WireSettings | undefined): string {
  return (settings && states[id]?.(settings)) ?? ''
}

/** Whether a state asks for something. */
export const asksFor = (state: string) => /eksik|kaldı|Gönderilmiyor/.test(state)
