import type { WireMail } from '#api/wire/admin/mails.ts'
import { bounceWords } from '#shop/mail/bounces/words.ts'

const kinds: Record<string, string> = {
  verification: 'Adres doğrulama',
  'already-registered': 'Kayıtlı adres uyarısı',
  'password-reset': 'Şifre yenileme',
  'password-changed': 'Şifre değişti',
  'email-change-link': 'Yeni adres onayı',
  'email-change-requested': 'Adres değişikliği uyarısı',
  'email-changed': 'Adres değişti',
  'address-in-use': 'Adres kullanımda',
  'new-device': 'Yeni cihaz',
  'second-step-on': 'İki adımlı giriş açıldı',
  'second-step-off': 'İki adımlı giriş kapatıldı',
  'second-step-reset': 'Mağaza iki adımlı girişi kapattı',
  'second-step-failed': 'Yanlış doğrulama kodu uyarısı',
  'passkey-added': 'Geçiş anahtarı eklendi',
  'passkey-removed': 'Geçiş anahtarı kaldırıldı',
  'recovery-code-used': 'Kurtarma kodu kullanıldı',
  'recovery-codes-renewed': 'Kurtarma kodları yenilendi',
  'account-deleted': 'Hesap silindi',
  'account-merged': 'Hesap birleştirildi',
  'consent-asked': 'E-posta izni onayı',
  'consent-given': 'E-posta izni',
  'door-code': 'Kapıda ödeme kodu',
  'guest-code': 'Üyeliksiz alışveriş kodu',
  'order-link': 'Siparişin yeni bağlantısı',
  'order-confirmation': 'Sipariş onayı',
  'order-confirmed': 'Sipariş hazırlanıyor',
  'order-prepared': 'Sipariş hazır',
  'order-shipped': 'Sipariş kargoda',
  'order-delivered': 'Sipariş teslim edildi',
  'order-cancelled': 'Sipariş iptali',
  'order-refund': 'İade',
  'store-credit': 'Mağaza kredisi',
  'gift-card': 'Hediye kartı',
  'order-refund-owed': 'İade için IBAN sorusu',
  'order-changed': 'Sipariş değişikliği',
  'payment-link': 'Ödeme bağlantısı',
  'order-invoice': 'Fatura',
  'transfer-placed': 'Havale bekleniyor',
  'transfer-reminder': 'Havale hatırlatması',
  'transfer-rest': 'Havalenin kalanı',
  'transfer-mistake': 'Yanlış işlenen havale',
  'order-return-requested': 'İade talebi alındı',
  'order-return-approved': 'İade onaylandı',
  'order-return-refused': 'İade kabul edilmedi',
  'order-return-on-its-way': 'İade yolda',
  'order-return-received': 'İade teslim alındı',
  'order-return-by-hand': 'İade için IBAN',
  'order-return-cancelled': 'İade geri alındı',
  'order-return-reminder': 'İade hatırlatması',
  'return-notice': 'Yeni iade talebi',
  'review-request': 'Yorum isteği',
  'review-refused': 'Yorum yayınlanmadı',
  restock: 'Stok bildirimi',
  'restock-confirm': 'Sıraya giriş onayı',
  'problem-report': 'Sorun bildirimi',
  'stock-notice': 'Stok isteği',
  application: 'Başvuru',
  'message-answer': 'Mesaja yanıt',
  letter: 'Müşteriye mesaj',
  'price-fall': 'Fiyatı düşen favori',
  'kept-cart': 'Bırakılan sepet',
  'staff-invitation': 'Ekip daveti',
  'staff-notice': 'Ekibe bildirim',
  'staff-summary': 'Günün özeti',
  'newsletter-test': 'Bülten denemesi',
  test: 'Deneme',
}

export function kindLabel(kind: string): string {
  return kinds[kind] ?? kind
}

export function stateOfMail({ sentAt, returned, toFolder, lastError, gaveUp, attempts }: WireMail): {
  words: string
  tone: string
} {
  if (returned) return { words: 'Geri döndü', tone: 'text-bad' }
  if (sentAt && toFolder) return { words: 'Gitmedi, klasöre yazıldı', tone: 'text-muted' }
  if (sentAt) return { words: 'Gönderildi', tone: 'text-good' }
  if (gaveUp) return { words: 'Gönderilemedi, denemeler bitti', tone: 'text-bad' }
  if (lastError) return { words: `Gönderilemedi, ${attempts} deneme yapıldı, sürüyor`, tone: 'text-bad' }
  return { words: 'Sırada', tone: 'text-muted' }
}

/** Why a mail came back: what it means, and the server's own words for whoever helps her. */
export function returnedWords(returned: string): string {
  const [status = '', ...words] = returned.split(' ')
  const reason = words.join(' ')
  return `${bounceWords({ status, reason })} (“${reason || status}”)`
}
