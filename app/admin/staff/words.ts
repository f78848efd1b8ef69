import type { Right } from '#shop/rights.ts'

type Words = { label: string; about: string }

/** Rights in the owner's words: what somebody may do, and what she may see beside. */
export const rightWords: Record<Right, Words> = {
  dashboard: { label: 'Genel bakış', about: 'Bekleyen işleri görür; satışları yalnızca tutarları görebiliyorsa.' },
  orders: { label: 'Siparişler', about: 'Siparişleri görür, hazırlar, paketler ve kargoya verir.' },
  'orders-read': {
    label: 'Siparişleri görür',
    about: 'Siparişleri, faturalarını ve hediye kartlarını görür, dosya olarak indirir; değiştirmez.',
  },
  returns: { label: 'İadeler', about: 'İade ve değişim taleplerine karar verir, gelen paketi teslim alır.' },
  payments: { label: 'Ödemeler', about: 'Havaleleri işler, ödeme kararlarını ve para iadelerini verir.' },
  'payments-read': {
    label: 'Ödemeleri görür',
    about: 'Ödemeleri, beklenen havaleleri ve yoldaki iadeleri görür; karar vermez.',
  },
  messages: { label: 'Mesajlar', about: 'Müşteri mesajlarını okur ve yanıtlar.' },
  catalog: { label: 'Ürünler', about: 'Ürün, kategori, fiyat, stok ve indirimleri değiştirir.' },
  campaigns: { label: 'Kampanyalar', about: 'Kupon ve kampanya açar, değiştirir, kapatır.' },
  reports: { label: 'Raporlar', about: 'Satış, stok, iade ve arama raporlarını görür.' },
  customers: { label: 'Müşteriler', about: 'Müşteri listesini ve müşterilerin sayfalarını görür, not yazar.' },
  news: { label: 'Bültenler', about: 'İzin veren müşterilere bülten yazar ve gönderir.' },
  settings: { label: 'Ayarlar', about: 'Mağazanın bütün ayarlarını değiştirir.' },
  mails: { label: 'E-postalar', about: 'Gönderilen e-postaları okur ve yeniden gönderir.' },
  records: { label: 'Kayıtlar', about: 'Değişiklik geçmişini ve güvenlik kayıtlarını görür.' },
  staff: { label: 'Ekip', about: 'Ekibe davet eder, rolleri değiştirir, erişimi kaldırır.' },
  amounts: {
    label: 'Tutarları görür',
    about: 'Sipariş toplamları, ödenen fiyatlar, harcama, kredi ve ciro. Para iadesi ve iptal için de gereklidir.',
  },
  contacts: {
    label: 'İletişim bilgilerini görür',
    about: 'E-posta, telefon ve adres. Yoldaki paketin adresi ve telefonu, siparişleri gören herkese açıktır.',
  },
}
