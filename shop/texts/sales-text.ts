import { handOverDays, latestDeliveryDays, legalReturnDays, refundDays } from '../settings/consumer-law.ts'
import { returnCarrier, sellerFacts } from './seller-facts.ts'
import type { TextFacts, TextPart } from './text.ts'

/** The pre-information form: facts that the law wants stated before an order. */
export function preInformation(facts: TextFacts): TextPart[] {
  const { shopEmail, policies } = facts
  const { rules, feeTold } = facts.promises
  return titled([
    {
      title: 'Ön Bilgilendirme Formu',
      blocks: [
        {
          p: 'Bu form, 6502 sayılı Tüketicinin Korunması Hakkında Kanun ve Mesafeli Sözleşmeler Yönetmeliği uyarınca, siparişinizi onaylamadan önce sizi bilgilendirmek için hazırlanmıştır.',
        },
        { facts: sellerFacts(facts) },
      ],
    },
    {
      title: 'Ürünler, fiyat ve ödeme',
      blocks: [
        {
          list: [
            'Ürünlerin temel nitelikleri (tür, model, renk, beden, adet) ürün sayfasında ve sipariş özetinde yer alır.',
            `Fiyatlar Türk lirasıdır ve KDV dahildir. ${feeTold}; sipariş özetindeki toplam dışında hiçbir ek bedel alınmaz.`,
            'Ödeme, ödeme adımında gösterilen yöntemlerden seçtiğinizle alınır; kartla ödemeler güvenli ödeme altyapısı üzerinden yapılır.',
            '“Siparişi onayla ve öde” düğmesine, kart bilgilerinizi ödeme kuruluşunun sayfasında girecekseniz “Siparişi onayla ve ödeme sayfasına git” düğmesine basmanız sipariş vermeniz demektir ve ödeme yükümlülüğü doğurur.',
            'Siparişinizi onaylamadan önce sepetinizi, adresinizi ve tutarı kontrol edip önceki adımlara dönerek düzeltebilirsiniz.',
          ],
        },
      ],
    },
    {
      title: 'Teslimat',
      blocks: [
        {
          list: [
            rules.dispatch,
            rules.delivery,
            `Teslimat her durumda yasal süre olan ${latestDeliveryDays} günü aşamaz. Aşarsa sözleşmeyi feshedebilirsiniz.`,
          ],
        },
      ],
    },
    {
      title: 'Cayma hakkı',
      blocks: [
        { p: rules.withdrawal },
        {
          p: `Cayma bildiriminizi ${shopEmail} adresine e-posta ile${policies.returnAddress ? ` veya ${policies.returnAddress} adresine yazılı olarak` : ''} yapabilirsiniz. İade gönderileri ${returnCarrier(facts)} ile ücretsizdir. ${rules.refund}`,
        },
        { p: rules.madeToOrder },
      ],
    },
    {
      title: 'Şikâyet ve uyuşmazlıklar',
      blocks: [
        {
          p: `Şikâyetlerinizi ${shopEmail} adresine${policies.phone ? ` ve ${policies.phone} numaralı telefona` : ''} iletebilirsiniz. Uyuşmazlık hâlinde, Ticaret Bakanlığınca her yıl belirlenen parasal sınırlar içinde yerleşim yerinizdeki veya ürünü satın aldığınız yerdeki Tüketici Hakem Heyetine, bu sınırların üzerinde ise dava şartı olan arabuluculuğa başvurduktan sonra Tüketici Mahkemesine başvurabilirsiniz.`,
        },
      ],
    },
  ])
}

/** The contract itself; the order's own facts stand in its annex. */
export function distanceSales(facts: TextFacts): TextPart[] {
  const { shopName, shopEmail, shopAddress, policies } = facts
  const { rules, deliveryDays, extension, feeBearer } = facts.promises
  const merchant = policies.merchantTitle || shopName
  return titled([
    { title: 'Mesafeli Satış Sözleşmesi', blocks: [] },
    {
      title: 'Madde 1. Taraflar',
      blocks: [
        {
          p: `Satıcı: ${merchant} (“Satıcı”). Alıcı: ${shopAddress} adresindeki mağazadan sipariş veren, adı, adresi ve iletişim bilgileri sipariş özetinde yazılı olan tüketici (“Alıcı”).`,
        },
        { facts: sellerFacts(facts) },
      ],
    },
    {
      title: 'Madde 2. Konu',
      blocks: [
        {
          p: 'Bu sözleşmenin konusu, Alıcı’nın Satıcı’ya ait internet sitesinden elektronik ortamda sipariş verdiği ürünlerin satışı ve teslimi ile ilgili olarak 6502 sayılı Tüketicinin Korunması Hakkında Kanun ve Mesafeli Sözleşmeler Yönetmeliği hükümleri gereğince tarafların hak ve yükümlülükleridir.',
        },
      ],
    },
    {
      title: 'Madde 3. Ürünler, bedel ve ödeme',
      blocks: [
        {
          p: 'Ürünlerin adı, rengi, bedeni, adedi, KDV dahil birim ve toplam bedeli, teslimat adresi ve ödeme şekli, siparişin onaylanmasından hemen önce gösterilen ve sipariş onayı e-postasıyla Alıcı’ya gönderilen sipariş özetinde yer alır. Sipariş özeti bu sözleşmenin ayrılmaz parçasıdır.',
        },
        {
          p: 'Bedel, Alıcı’nın ödeme adımında seçtiği ve sipariş özetinde yazan ödeme yöntemiyle tahsil edilir. Alıcı’dan bunun dışında bir bedel istenmez.',
        },
      ],
    },
    {
      title: 'Madde 4. Sözleşmenin kurulması',
      blocks: [
        {
          p: 'Alıcı, ön bilgilendirme formunu okuyup onayladığını ve sipariş onayının ödeme yükümlülüğü doğurduğunu bildiğini kabul eder. Sözleşme, siparişin alındığının Alıcı’ya bildirilmesiyle kurulur. Sözleşmenin metni Satıcı tarafından en az üç yıl saklanır; Alıcı dilediğinde bir örneğini isteyebilir.',
        },
      ],
    },
    {
      title: 'Madde 5. Teslimat',
      blocks: [
        {
          p: `${rules.dispatch} Ürünler, kargoya verilmesinden sonra ${deliveryDays} iş günü içinde, her hâlükârda siparişin Satıcı’ya ulaşmasından itibaren en geç ${latestDeliveryDays} gün içinde, Alıcı’nın bildirdiği adrese teslim edilir. ${feeBearer}`,
        },
        {
          p: 'Satıcı süresinde teslim etmezse Alıcı sözleşmeyi feshedebilir. Bu durumda tahsil edilen tüm ödemeler, fesih bildiriminin Satıcı’ya ulaşmasından itibaren on dört gün içinde kanuni faiziyle birlikte iade edilir.',
        },
        {
          p: 'Ürünün Alıcı’ya veya Alıcı’nın belirlediği üçüncü kişiye teslimine kadar oluşan kayıp ve hasardan Satıcı sorumludur. Alıcı, Satıcı’nın belirlediği kargo firması dışında bir taşıyıcı isterse ürünün bu taşıyıcıya teslimiyle sorumluluk Alıcı’ya geçer.',
        },
      ],
    },
    {
      title: 'Madde 6. Cayma hakkı',
      blocks: [
        {
          p: `Alıcı, ürünü teslim aldığı tarihten itibaren ${legalReturnDays} gün içinde, hiçbir hukuki ve cezai sorumluluk üstlenmeksizin ve gerekçe göstermeksizin sözleşmeden cayabilir. ${extension ? `${extension} ` : ''}Tek siparişte ayrı ayrı teslim edilen ürünlerde süre, son ürünün tesliminden itibaren işler. Alıcı, teslimattan önce de cayma hakkını kullanabilir.`,
        },
        {
          p: `Cayma bildirimi, süre dolmadan ${shopEmail} adresine e-posta ile veya kalıcı başka bir veri saklayıcısıyla yapılır; aşağıdaki örnek form kullanılabilir. Alıcı ürünü, bildiriminden, teslimattan önce caydıysa teslimattan itibaren ${handOverDays} gün içinde geri gönderir. Bu gönderi ${returnCarrier(facts)} ile yapıldığında Alıcı’dan kargo ücreti alınmaz.`,
        },
        {
          p: `Satıcı, cayma bildiriminin kendisine ulaşmasından itibaren en geç ${refundDays} gün içinde, varsa teslimat masrafları dahil tahsil edilen tüm ödemeleri, Alıcı’nın ödemede kullandığı araca uygun biçimde ve tek seferde iade eder.`,
        },
        {
          p: 'Alıcı, cayma süresi içinde ürünü işleyişine ve kullanım talimatlarına uygun biçimde kullandığı takdirde oluşan değişiklik ve bozulmalardan sorumlu değildir.',
        },
      ],
    },
    {
      title: 'Madde 7. Cayma hakkının kullanılamayacağı ürünler',
      blocks: [
        {
          list: [
            'Alıcı’nın istekleri veya kişisel ihtiyaçları doğrultusunda hazırlanan, ölçüsüne veya seçimine özel örülen ya da dikilen ürünler,',
            'Tesliminden sonra koruyucu ambalajı, bandı veya mührü açılmış olup iadesi sağlık ve hijyen açısından uygun olmayan ürünler.',
          ],
        },
        {
          p: 'Bu ürünlerde ayıplı mala ilişkin haklar saklıdır. Hangi ürünlerin bu kapsamda olduğu ürün sayfasında belirtilir.',
        },
      ],
    },
    {
      title: 'Madde 8. Değişim',
      blocks: [{ p: rules.exchange }],
    },
    {
      title: 'Madde 9. Ayıplı mal',
      blocks: [
        {
          p: 'Ürünün ayıplı olması hâlinde Alıcı; sözleşmeden dönme, bedelden indirim, ücretsiz onarım veya ayıpsız misliyle değişim haklarından birini kullanabilir. Satıcı, teslim tarihinden itibaren iki yıl içinde ortaya çıkan ayıplardan sorumludur.',
        },
      ],
    },
    {
      title: 'Madde 10. Kişisel veriler',
      blocks: [
        {
          p: 'Alıcı’nın kişisel verileri, internet sitesinde yayımlanan Gizlilik Sözleşmesi ve KVKK Aydınlatma Metni’nde açıklanan amaçlarla ve kapsamda işlenir.',
        },
      ],
    },
    {
      title: 'Madde 11. Uyuşmazlıkların çözümü',
      blocks: [
        {
          p: 'Bu sözleşmeden doğan uyuşmazlıklarda, Ticaret Bakanlığınca ilan edilen parasal sınırlar dahilinde Tüketici Hakem Heyetleri, bu sınırların üzerinde ise dava şartı arabuluculuk sürecinden sonra Tüketici Mahkemeleri görevlidir. Başvuru, Alıcı’nın yerleşim yerinde veya tüketici işleminin yapıldığı yerde yapılabilir.',
        },
      ],
    },
    {
      title: 'Madde 12. Yürürlük',
      blocks: [
        {
          p: 'Alıcı, siparişini onaylamakla bu sözleşmenin tüm koşullarını kabul etmiş olur. Sözleşme, sipariş onayı e-postasında belirtilen tarihte yürürlüğe girer.',
        },
      ],
    },
    {
      title: 'Ek: Örnek cayma formu',
      blocks: [
        {
          facts: [
            { label: 'Kime', value: [merchant, policies.returnAddress, shopEmail].filter(Boolean).join(', ') },
            {
              label: 'Beyan',
              value:
                'Bu formla, aşağıdaki ürünlerin satışına ilişkin sözleşmeden cayma hakkımı kullandığımı beyan ederim.',
            },
            { label: 'Sipariş numarası ve tarihi', value: '…' },
            { label: 'Teslim tarihi', value: '…' },
            { label: 'Cayılan ürünler ve bedeli', value: '…' },
            { label: 'Ad, soyad ve adres', value: '…' },
            { label: 'Tarih (kâğıt üzerinde gönderiliyorsa imza)', value: '…' },
          ],
        },
      ],
    },
  ])
}

/** Makes the first part the document's title and the others its subparts. */
function titled(parts: TextPart[]): TextPart[] {
  return parts.map((part, index) => (index === 0 ? part : { ...part, sub: true }))
}
