/** A section of the settings as the list names it. `fields`: its fields by their labels, each a place of its own. */
export type SettingsSection = {
  id: string
  label: string
  sentence: string
  fields: readonly string[]
  /** Other names that somebody may search for. */
  words?: string
  /** Shown where something leads to it, and while it is open. */
  hidden?: true
}

type SettingsGroup = { title: string; sections: readonly SettingsSection[] }

/** Every section of the settings, in the order of the list. */
export const settingsGroups: readonly SettingsGroup[] = [
  {
    title: 'Başlangıç',
    sections: [
      {
        id: 'hazirlik',
        label: 'Canlıya hazır mı?',
        sentence: 'Gerçek müşteriler gelmeden önce tamamlanması gerekenler.',
        fields: [],
        words: 'hazırlık denetim kontrol eksik yayına alma kurulum',
      },
      {
        id: 'demo',
        label: 'Demo verileri',
        sentence: 'Mağazayla gelen örnek ürünleri ve siparişleri temizleyin.',
        fields: [],
        words: 'örnek ürün sil temizle',
        hidden: true,
      },
    ],
  },
  {
    title: 'Görünüm',
    sections: [
      {
        id: 'marka',
        label: 'Marka',
        sentence: 'Mağazanın adı, e-postası, telefonu ve Instagram adresi.',
        fields: ['Mağaza adı', 'İletişim e-postası', 'Telefon', 'Instagram bağlantısı'],
        words: 'isim iletişim sosyal medya',
      },
      {
        id: 'vitrin',
        label: 'Vitrin',
        sentence: 'Açılış sayfasının slogan, sahne ve bölümleri.',
        fields: ['Slogan', 'Sahneler', 'Bölümler'],
        words: 'ana sayfa açılış görsel banner',
      },
      {
        id: 'logo',
        label: 'Logo ve renk',
        sentence: 'Logonuz, tarayıcı simgesi ve vurgu rengi.',
        fields: ['Logo', 'Simge', 'Vurgu rengi'],
        words: 'favicon ikon tema görünüş marka amblem',
      },
      {
        id: 'duyuru',
        label: 'Duyuru şeridi',
        sentence: 'Her sayfanın en üstünde duran tek satır.',
        fields: ['Duyuru metni', 'Duyurunun bağlantısı', 'Müşteri kapatabilsin'],
        words: 'bant bildirim kampanya banner ilan',
      },
      {
        id: 'menu',
        label: 'Menü',
        sentence: 'Üst menünün girişleri, sırası ve sözleri.',
        fields: [],
        words: 'gezinme sekme bağlantı kategori başlık',
      },
      {
        id: 'baglantilar',
        label: 'Sosyal medya ve alt bilgi',
        sentence: 'Sosyal medya hesapları ve sayfaların altındaki bağlantılar.',
        fields: ['Facebook', 'TikTok', 'YouTube', 'Pinterest', 'Alt bilgi bağlantıları'],
        words: 'footer instagram twitter dipnot',
      },
      {
        id: 'kartlar',
        label: 'Ürün kartları',
        sentence: 'Listelerde fiyatın altında duran kısa sözler ve renkler.',
        fields: ['Renkleri ayrı göster', '“Yeni” kaç gün görünsün?', '“Son 2” gibi sözler'],
        words: 'etiket rozet son parçalar',
      },
      {
        id: 'duzen',
        label: 'Liste düzeni',
        sentence: 'Liste sayfalarında öne çıkan ürün ve geniş kutular.',
        fields: ['En üstte büyük duran ürün', 'Kaç üründe bir kutu gelsin?'],
        words: 'banner öne çıkan kutu',
      },
      {
        id: 'bedenler',
        label: 'Beden tabloları',
        sentence: 'Kategorilere göre beden ölçüleri, santimetre olarak.',
        fields: [],
        words: 'ölçü beden rehberi göğüs bel basen cm',
      },
      {
        id: 'metinler',
        label: 'Metinler',
        sentence: 'Bilgi sayfalarının, sözleşmelerin ve fişin metinleri.',
        fields: [],
        words: 'hakkımızda sss gizlilik kvkk sözleşme iade metni',
      },
    ],
  },
  {
    title: 'İşletme',
    sections: [
      {
        id: 'yasal',
        label: 'Yasal bilgiler',
        sentence: 'Satıcı kimliği, KDV oranı ve indirim kuralı.',
        fields: [
          'Ticaret unvanı',
          'MERSİS numarası',
          'Vergi dairesi',
          'Vergi numarası',
          'Ticaret sicil numarası',
          'Meslek odası',
          'Merkez adresi',
          'KEP adresi',
          'İade kargo firması',
          'İade adresi',
          'KDV oranı',
          'İndirimde bakılan süre (gün)',
        ],
        words: 'şirket fatura vkn unvan',
      },
      {
        id: 'whatsapp',
        label: 'WhatsApp',
        sentence: 'Ürünlerde ve siparişlerde “WhatsApp’tan sor” bağlantısı.',
        fields: ['WhatsApp numarası'],
        words: 'mesaj numara sohbet',
      },
      {
        id: 'yorumlar',
        label: 'Yorumlar',
        sentence: 'Satın alanların ürün yorumları ve bunlara ne zaman bakıldığı.',
        fields: ['Yoruma ne zaman bakılsın?', 'Teslimattan kaç gün sonra sorulsun?'],
        words: 'değerlendirme yıldız puan inceleme',
      },
      {
        id: 'guvenlik',
        label: 'İki adımlı giriş',
        sentence: 'Ekibin panele şifreden başka bir kodla girmesi.',
        fields: ['Ekip için iki adımlı giriş zorunlu'],
        words: 'güvenlik doğrulama 2fa authenticator geçiş anahtarı',
      },
      {
        id: 'e-posta',
        label: 'E-posta',
        sentence: 'E-postaların kimden gittiği ve gönderim denemesi.',
        fields: ['Gönderen adı', 'Gönderen adresi', 'E-posta sunucusu', 'Form iletim hizmeti'],
        words: 'mail posta deneme sunucu',
      },
    ],
  },
  {
    title: 'Ödeme',
    sections: [
      {
        id: 'odeme',
        label: 'Ödeme ve taksit',
        sentence: 'Ödeme kuruluşu, taksit sayıları ve vade farkı.',
        fields: ['Taksit için en az tutar (TL)', '3-D Secure'],
        words: 'kart kredi kartı iyzico paytr pos vade farkı',
      },
      {
        id: 'havale',
        label: 'Havale / EFT',
        sentence: 'Banka hesaplarınız ve ödemenin beklendiği süre.',
        fields: [],
        words: 'iban banka hesap',
      },
      {
        id: 'kapida-odeme',
        label: 'Kapıda ödeme',
        sentence: 'Nakit ya da kartla kapıda ödemenin koşulları.',
        fields: ['Bedeli (TL)', 'En düşük tutar (TL)', 'En yüksek tutar (TL)', 'Hangi illerde?'],
        words: 'nakit tahsilat',
      },
      {
        id: 'hediye-karti',
        label: 'Hediye kartları',
        sentence: 'Hediye kartı satışı ve kullanımı.',
        fields: [],
        words: 'çek bakiye',
      },
      {
        id: 'uyeliksiz',
        label: 'Üyeliksiz alışveriş',
        sentence: 'Hesap açmadan satın alma.',
        fields: [],
        words: 'misafir üyelik',
      },
    ],
  },
  {
    title: 'Teslimat ve sipariş',
    sections: [
      {
        id: 'teslimat',
        label: 'Teslimat ve iade',
        sentence: 'Kargoya verme, teslim, iade ve değişim süreleri.',
        fields: ['Aynı gün kargo için son saat (hafta içi)', 'Ücretsiz iade süresi (gün)', 'Değişim süresi (gün)'],
        words: 'cayma hakkı kargo süresi',
      },
      {
        id: 'kargo',
        label: 'Kargo ücreti',
        sentence: 'Kargo ücreti, ücretsiz kargo sınırı ve il farkları.',
        fields: ['Kargo ücreti (TL)', 'Şu tutardan itibaren ücretsiz (TL)'],
        words: 'ücretsiz kargo bedava ağır sınıf',
      },
      {
        id: 'iade',
        label: 'Kolay iade',
        sentence: 'Müşterinin iade ve değişimi kendi başlatması.',
        fields: ['Kargo anlaşma kodu', 'Nasıl gönderilir?', 'Yeni ürün kaç gün ayrılır?'],
        words: 'değişim iade kodu',
      },
      {
        id: 'bekleyen',
        label: 'Sipariş akışı',
        sentence: 'Bekleyen siparişler için uyarılar ve kendiliğinden onay.',
        fields: [
          'Ödendiği hâlde kargoya verilmeyen (gün)',
          'Kargoda olup teslim edilmeyen (gün)',
          'Kapıda ödenip tahsil edilmeyen (gün)',
        ],
        words: 'onay geciken uyarı',
      },
      {
        id: 'siparis-degisiklikleri',
        label: 'Sipariş değişiklikleri',
        sentence: 'Müşterinin beden ve adres değiştirmesi, ödeme bağlantıları.',
        fields: ['Ödeme bağlantısı kaç saat geçerli olsun?'],
        words: 'adres düzeltme beden değiştirme link',
      },
      {
        id: 'stok',
        label: 'Stok',
        sentence: 'Kaç adet kalınca haber verileceği, gelen bedenin bekleyene ne kadar ayrılacağı.',
        fields: ['Bir bedenden kaç adet kalınca uyarılayım?', 'Gelen bir beden, bekleyene kaç dakika ayrılsın?'],
        words: 'tükenen azalan uyarı gelince haber ver bekleyen sıra',
      },
    ],
  },
  {
    title: 'Satış kanalları',
    sections: [
      {
        id: 'kanallar',
        label: 'Kanallar',
        sentence: 'Google, Meta, Akakçe akışları ve Trendyol.',
        fields: [],
        words: 'pazaryeri xml feed cimri merchant trendyol entegrasyon',
      },
    ],
  },
]

export const settingsSections = settingsGroups.flatMap(({ title, sections }) =>
  sections.map((section) => ({ ...section, group: title })),
)

/** The address of a section, or of one of its fields. */
export function settingsPath(id: string, field?: string): string {
  return `/admin/ayarlar?bolum=${id}${field ? `&alan=${encodeURIComponent(field)}` : ''}`
}
