import { formatPhone } from '../fields/phone.ts'
import { postalLines } from '../fields/postal-address.ts'
import { escapeHtml } from '../markup.ts'
import { factsOf } from '../messages/facts.ts'
import { formatKurus } from '../money.ts'
import { reasonWords, statusWords } from '../returns/kinds.ts'
import { fitWords, type ReviewStatus } from '../reviews/kinds.ts'
import { measureNames, measures } from '../sizes/measures.ts'
import { formatMoment } from '../time.ts'
import type { OwnData } from './personal-data.ts'

const style = `body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1f1a17; font: 16px/1.5 system-ui, sans-serif }
h1 { font: 600 1.75rem/1.2 Georgia, serif } h2 { margin: 2rem 0 .5rem; font: 600 1.25rem/1.3 Georgia, serif }
table { width: 100%; border-collapse: collapse } th, td { padding: .4rem .6rem .4rem 0; border-bottom: 1px solid #e7dfd6; text-align: left; vertical-align: top; overflow-wrap: anywhere }
th { color: #6b625b; font-weight: 600 } .none { color: #6b625b }
@media print { body { margin: 0; font-size: 11pt } h2 { break-after: avoid } tr { break-inside: avoid } }
`

const reviewStates: Record<ReviewStatus, string> = {
  WAITING: 'Onay bekliyor',
  PUBLISHED: 'Yayında',
  REFUSED: 'Yayınlanmadı',
}

/** Renders the exported data as one self-contained page, to read and to print. */
export function ownDataPage(shopName: string, data: OwnData): string {
  const title = `${shopName}: kişisel verileriniz`
  return `<!doctype html>
<html lang="tr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>
${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<p>Bu belge, ${escapeHtml(formatMoment(data.exportedAt))} itibarıyla mağazamızın sizinle ilgili sakladığı kişisel verileri gösterir.</p>
${sections(data).join('\n')}
</main>
</body>
</html>
`
}

function sections(data: OwnData): string[] {
  return [...accountSections(data), ...recordSections(data)]
}

function accountSections({ account, ...data }: OwnData): string[] {
  return [
    facts('Hesap', [
      ['Ad soyad', `${account.firstName} ${account.lastName}`],
      ['E-posta', account.email],
      ['E-posta doğrulandı', moment(account.emailVerifiedAt)],
      ['Üyelik tarihi', moment(account.createdAt)],
    ]),
    table(
      'Adresler',
      ['Adres adı', 'Alıcı', 'Telefon', 'Adres'],
      data.addresses.map((a) => [a.title, `${a.firstName} ${a.lastName}`, a.phone, postalLines(a).join(' ')]),
    ),
    ordersSection(data.orders),
    ...(data.refundAccounts
      ? [
          table(
            'İadeniz için yazılan hesaplar',
            ['Sipariş', 'IBAN', 'Hesap sahibi'],
            data.refundAccounts.map((a) => [a.order, a.iban ?? '', a.holder ?? '']),
          ),
        ]
      : []),
    ...(data.storeCredit
      ? [
          table(
            'Mağaza kredisi',
            ['Tarih', 'Tutar', 'Not'],
            data.storeCredit.entries.map((e) => [moment(e.createdAt), lira(e.amount), e.note]),
          ),
        ]
      : []),
    returnsSection(data.returns),
    ...(data.reviews ? [reviewsSection(data.reviews)] : []),
    table(
      'Favoriler',
      ['Ürün', 'Eklendi'],
      data.favorites.map((f) => [f.name, moment(f.addedAt)]),
    ),
    ...(data.favoriteList
      ? [
          facts('Favori listenizin bağlantısı', [
            ['Adres', data.favoriteList.url],
            ['Başlık', data.favoriteList.title],
            ['Oluşturuldu', moment(data.favoriteList.createdAt)],
          ]),
        ]
      : []),
    ...(data.keptCart ? [keptCartSection(data.keptCart)] : []),
    ...(data.ownSizes ? [ownSizesSection(data.ownSizes)] : []),
    consentsSection(data.consents),
  ]
}

function ordersSection(orders: OwnData['orders']): string {
  return table(
    'Siparişler',
    ['Sipariş', 'Tarih', 'Ürünler', 'Tutar', 'Teslimat', 'Fatura'],
    orders.map((order) => [
      order.number,
      moment(order.createdAt),
      order.items.map((item) => `${item.quantity} × ${item.name} (${item.color}, ${item.size})`).join('; '),
      `${order.total.toLocaleString('tr-TR', { minimumFractionDigits: 2 })} TL`,
      [`${order.firstName} ${order.lastName}`, order.phone, ...postalLines(order)].filter(Boolean).join(', '),
      invoiceOf(order),
    ]),
  )
}

function returnsSection(returns: OwnData['returns']): string {
  return table(
    'İadeler',
    ['İade', 'Sipariş', 'Tarih', 'Ürünler', 'Açıklamanız', 'Durum'],
    returns.map((r) => [
      r.kind === 'EXCHANGE' ? `${r.code} (değişim)` : r.code,
      r.order,
      moment(r.createdAt),
      r.items.map(({ name, quantity, reason }) => `${quantity} × ${name} (${reasonWords[reason]})`).join('; '),
      r.note,
      [statusWords[r.status], r.refusal, r.trackingNumber].filter(Boolean).join(', '),
    ]),
  )
}

function reviewsSection(reviews: NonNullable<OwnData['reviews']>): string {
  return table(
    'Yorumlarınız',
    ['Sipariş', 'Tarih', 'Yıldız', 'Yorumunuz', 'Boy ve beden', 'Durum'],
    reviews.map((r) => [
      r.order,
      moment(r.createdAt),
      String(r.stars),
      [r.fit && fitWords[r.fit], r.text, r.pictures > 0 && `${r.pictures} görsel`].filter(Boolean).join('; '),
      [r.height && `${r.height} cm`, r.sizeWorn].filter(Boolean).join(', '),
      [reviewStates[r.status], r.refusal, r.answer && `Yanıtımız: ${r.answer}`].filter(Boolean).join('; '),
    ]),
  )
}

function keptCartSection({ items, changedAt, toldAt }: NonNullable<OwnData['keptCart']>): string {
  return table(
    'Hatırlatma için saklanan sepet',
    ['Ürün', 'Adet', 'Son değişiklik', 'Hatırlatıldı'],
    items.map((i) => [`${i.name} (${i.color}, ${i.size})`, String(i.quantity), moment(changedAt), moment(toldAt)]),
  )
}

function ownSizesSection({ sizes, body, updatedAt }: NonNullable<OwnData['ownSizes']>): string {
  const worn = Object.entries(sizes).map(([place, list]) => [place, list.join(', ')])
  const told = measureNames.flatMap((name) => (body[name] ? [[measures[name].name, `${body[name]} cm`]] : []))
  return table('Bedeniniz', ['Yer veya ölçü', 'Değer'], [...worn, ...told, ['Kaydedildi', moment(updatedAt)]])
}

function consentsSection(consents: OwnData['consents']): string {
  return table(
    'Ticari ileti izinleri',
    ['Adres', 'İzin', 'Tarih', 'IP adresi', 'Onayladığınız metin'],
    consents.map((c) => [
      c.channel === 'SMS' ? formatPhone(c.recipient) : c.recipient,
      c.status === 'GIVEN' ? 'Verildi' : 'Geri alındı',
      moment(c.happenedAt),
      c.address ?? '',
      c.text ? `${c.text} (sürüm ${c.textVersion})` : '',
    ]),
  )
}

function recordSections(data: OwnData): string[] {
  return [
    table(
      'Oturumlar',
      ['Cihaz', 'IP adresi', 'Açıldı', 'Son kullanım', 'Kapandı'],
      data.sessions.map((s) => [s.device, s.address, moment(s.createdAt), moment(s.lastUsedAt), moment(s.endedAt)]),
    ),
    ...(data.secondStep ? secondStepSections(data.secondStep) : []),
    table(
      'Güvenlik kayıtları',
      ['Olay', 'IP adresi', 'Cihaz', 'Tarih'],
      data.securityEvents.map((e) => [eventNames[e.kind], e.address, e.device, moment(e.createdAt)]),
    ),
    table(
      'Stok bildirimi istekleri',
      ['Ürün', 'Beden', 'Renk', 'Tarih', 'Bildirildi'],
      data.stockRequests.map((r) => [r.name ?? '', r.size, r.color ?? '', moment(r.createdAt), moment(r.notifiedAt)]),
    ),
    table(
      'Bize gönderdiğiniz formlar',
      ['İçerik', 'Tarih'],
      data.messages.filter(({ kind }) => kind !== 'letter').map((m) => [formText(m), moment(m.createdAt)]),
    ),
    ...answersOf(data),
    table(
      'Size gönderdiğimiz e-postalar',
      ['Konu', 'Tarih'],
      data.mails.map((m) => [m.subject, moment(m.sentAt ?? m.createdAt)]),
    ),
    ...(data.newsletters.length > 0
      ? [
          table(
            'Size gönderdiğimiz bültenler',
            ['Konu', 'Tarih', 'Abonelikten çıktınız'],
            data.newsletters.map((n) => [n.subject, moment(n.sentAt), moment(n.unsubscribedAt)]),
          ),
        ]
      : []),
    ...(data.giftCards
      ? [
          table(
            'Size gönderilen hediye kartları',
            ['Kart', 'Tutar', 'Size yazılan', 'Tarih'],
            data.giftCards.map((g) => [
              `…${g.codeEnd}${g.blockedAt ? ' (kapalı)' : ''}`,
              `${lira(g.amount)}, kalan ${lira(g.balance)}`,
              [g.recipientName, g.message].filter(Boolean).join(': '),
              moment(g.createdAt),
            ]),
          ),
        ]
      : []),
    ...(data.sms
      ? [
          table(
            'Size gönderdiğimiz SMS’ler',
            ['Konu', 'Sipariş', 'Numara', 'Tarih'],
            data.sms.map((s) => [
              smsNames[s.kind] ?? s.kind,
              s.order,
              formatPhone(s.to),
              moment(s.sentAt ?? s.createdAt),
            ]),
          ),
        ]
      : []),
  ]
}

/** 'Ad soyad: Ayşe Yılmaz; Telefon: …', in the words of the form. */
function formText(message: OwnData['messages'][number]): string {
  return factsOf(message)
    .filter(({ label }) => label !== 'Tarih')
    .map(({ label, value }) => `${label}: ${value}`)
    .join('; ')
}

function answersOf({ messages }: OwnData): string[] {
  const rows = messages.flatMap(({ answers }) => answers.map((a) => [a.subject, a.text, moment(a.createdAt)]))
  return rows.length > 0 ? [table('Size yazdıklarımız', ['Konu', 'Metin', 'Tarih'], rows)] : []
}

const smsNames: Record<string, string> = { 'door-code': 'Kapıda ödeme onay kodu' }

function lira(tl: number): string {
  return formatKurus(Math.round(tl * 100))
}

function secondStepSections({ totpSince, passkeys, recoveryCodesLeft }: NonNullable<OwnData['secondStep']>): string[] {
  return [
    facts('İki adımlı giriş', [
      ['Doğrulama uygulaması', totpSince ? `${moment(totpSince)} tarihinden beri açık` : 'Kapalı'],
      ['Kalan kurtarma kodu', String(recoveryCodesLeft)],
    ]),
    table(
      'Geçiş anahtarları',
      ['Ad', 'Eklendi', 'Son kullanım'],
      passkeys.map((key) => [key.name, moment(key.createdAt), moment(key.lastUsedAt)]),
    ),
  ]
}

const eventNames: Record<OwnData['securityEvents'][number]['kind'], string> = {
  'account-created': 'Hesap açıldı',
  'account-deleted': 'Hesap silindi',
  'data-exported': 'Veriler indirildi',
  'email-change-requested': 'E-posta değişikliği istendi',
  'email-changed': 'E-posta değişti',
  login: 'Giriş yapıldı',
  'login-failed': 'Hatalı giriş denemesi',
  'login-limited': 'Giriş denemeleri durduruldu',
  logout: 'Çıkış yapıldı',
  'password-changed': 'Şifre değiştirildi',
  'password-check-failed': 'Hatalı şifre girildi',
  'password-reset': 'Şifre sıfırlandı',
  'password-reset-requested': 'Şifre sıfırlama istendi',
  'passkey-added': 'Geçiş anahtarı eklendi',
  'passkey-removed': 'Geçiş anahtarı kaldırıldı',
  'recovery-code-used': 'Kurtarma kodu kullanıldı',
  'recovery-codes-renewed': 'Kurtarma kodları yenilendi',
  'role-changed': 'Yetki değişti',
  'second-step-failed': 'İkinci adım doğrulanamadı',
  'second-step-off': 'Doğrulama uygulaması kapatıldı',
  'second-step-on': 'Doğrulama uygulaması açıldı',
  'second-step-reset': 'İki adımlı giriş sıfırlandı',
  'sessions-ended': 'Oturumlar kapatıldı',
  'staff-invited': 'Ekibe davet edildiniz',
  'token-reused': 'Eski oturum anahtarı kullanıldı',
}

/** All that is stored for the invoice, in full: it is her own. */
function invoiceOf({ invoice, invoiceAddress }: OwnData['orders'][number]): string {
  const buyer = invoice?.type === 'COMPANY' ? [invoice.title, invoice.taxOffice, invoice.vkn] : [invoice?.tckn]
  return [...buyer, ...(invoiceAddress ? postalLines(invoiceAddress) : [])].filter(Boolean).join(', ')
}

function moment(at: Date | null): string {
  return at ? formatMoment(at) : ''
}

function facts(title: string, rows: [string, string][]): string {
  const lines = rows.map(
    ([name, value]) => `<tr><th scope="row">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`,
  )
  return `<h2>${escapeHtml(title)}</h2>\n<table>${lines.join('\n')}</table>`
}

function table(title: string, heads: string[], rows: string[][]): string {
  if (rows.length === 0) return `<h2>${escapeHtml(title)}</h2>\n<p class="none">Kayıt yok.</p>`
  const cells = (tag: 'th scope="col"' | 'td', row: string[]) =>
    row.map((text) => `<${tag}>${escapeHtml(text)}</${tag.slice(0, 2)}>`).join('')
  return `<h2>${escapeHtml(title)}</h2>
<table><thead><tr>${cells('th scope="col"', heads)}</tr></thead>
<tbody>${rows.map((row) => `<tr>${cells('td', row)}</tr>`).join('\n')}</tbody></table>`
}
