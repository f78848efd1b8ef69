import { handOverDays } from '../settings/consumer-law.ts'
import { returnCarrier } from './seller-facts.ts'
import type { TextFacts } from './text.ts'

export function deliveryText(facts: TextFacts) {
  const { shopEmail, policies, guests, easyReturns } = facts
  const { rules, sentence, freeReturnDays, exchangeDays } = facts.promises
  return {
    title: 'Teslimat ve İade',
    description: `Kargo süreleri, ücretsiz iade ve değişim koşulları. ${sentence}`,
    lead: 'Siparişinizin size ne zaman ulaşacağı ve beğenmediğiniz bir ürünü nasıl geri göndereceğiniz.',
    parts: [
      {
        title: 'Teslimat',
        blocks: [
          {
            list: [
              rules.dispatch,
              rules.delivery,
              'Cumartesi, pazar ve resmî tatil günleri iş günü sayılmaz.',
              `Türkiye’nin her yerine gönderim yapıyoruz. Siparişiniz kargoya verildiğinde durumunu hesabınızdaki “Siparişlerim” sekmesinden${guests ? ', üye olmadan aldıysanız e-postanızdaki bağlantıdan' : ''} izleyebilirsiniz.`,
            ],
          },
          {
            p: 'Paketinizi teslim alırken lütfen kontrol edin. Pakette ezilme, yırtılma veya açılma varsa kargo görevlisine tutanak tutturup bize yazın; ürününüzü ücretsiz değiştirir veya bedelini iade ederiz.',
          },
        ],
      },
      {
        title: 'İade',
        blocks: [
          { p: rules.withdrawal },
          { p: rules.returnCost },
          {
            p: 'Ürünü evinizde denemeniz, iade hakkınızı etkilemez. Giyilmiş, yıkanmış veya etiketi koparılmış ürünlerde ise kullanımdan doğan değer kaybından siz sorumlu olursunuz.',
          },
        ],
      },
      {
        title: 'Nasıl iade ederim?',
        blocks: [
          {
            steps: [
              `${freeReturnDays} gün içinde, ${easyReturns ? `hesabınızdaki “Siparişlerim” sekmesinde${guests ? ' ya da e-postanızdaki bağlantıda' : ''} siparişinizi açıp “İade et” deyin ya da ` : ''}sipariş numaranızı yazarak ${shopEmail} adresinden bize haber verin. Gerekçe göstermeniz gerekmez; bildiriminizi aldığımızı size e-posta ile doğrularız.`,
              easyReturns
                ? `Onayladığımızda iade kodunuzu, iade fişini ve ${policies.returnCarrier || 'anlaşmalı kargo firmamız'} ile ücretsiz nasıl göndereceğinizi siparişinizin sayfasında ve e-postanızda bulursunuz.`
                : `Size ${policies.returnCarrier || 'anlaşmalı kargo firmamız'} için ücretsiz gönderi kodunu iletiriz.`,
              `Ürünü, bildiriminizden sonraki ${handOverDays} gün içinde faturasıyla birlikte paketleyip bu kodla kargoya verin; teslimattan önce bildirdiyseniz süreniz teslimatla başlar.${policies.returnAddress ? ` İade adresimiz: ${policies.returnAddress}.` : ''}`,
              rules.refund,
            ],
          },
          {
            p: `${easyReturns ? 'Siparişiniz paketlendiğinde ve kargodayken de “İade et” diyebilirsiniz; henüz yola çıkmadıysa bir şey göndermeniz gerekmez. Yoldaki bir siparişin tamamından vazgeçtiyseniz' : 'Siparişiniz kargodayken vazgeçer ve bize yazarsanız'} paketi teslim almanız gerekmez: kargo görevlisine iade istediğinizi söyleyin, paket bize ücretsiz geri döner. ${easyReturns ? 'Pakette sizde kalacak ürünler varsa' : 'Ürünlerin yalnızca bir kısmından vazgeçtiyseniz'} paketi teslim alıp iade edeceklerinizi gönderirsiniz.`,
          },
          {
            p: `Başka bir kargo firmasını seçerseniz gönderi ücreti size ait olur. Ücretsiz iade yalnızca ${returnCarrier(facts)} ile yapılan gönderilerde geçerlidir.`,
          },
          {
            p: 'Karta yapılan geri ödemenin hesabınıza yansıması, bankanıza bağlı olarak birkaç gün sürebilir.',
          },
        ],
      },
      {
        title: 'Değişim',
        blocks: [
          { p: rules.exchange },
          {
            p: `Başka bir beden veya renk istiyorsanız sipariş numaranızla birlikte ${shopEmail} adresine yazın. İstediğiniz ürün stokta yoksa ve ${freeReturnDays} günlük iade süreniz dolmadıysa bedelini iade ederiz; dolduysa aynı tutarda başka bir ürün seçebilirsiniz. Değişim süresi ${exchangeDays} gündür.`,
          },
        ],
      },
      {
        title: 'İade edilemeyen ürünler',
        blocks: [
          { p: rules.madeToOrder },
          {
            p: 'Koruyucu ambalajı veya hijyen bandı açılmış olup sağlık ve hijyen açısından iadesi uygun olmayan ürünlerde de cayma hakkı bulunmaz. Bu durum ürün sayfasında ayrıca belirtilir.',
          },
        ],
      },
      {
        title: 'Ayıplı ürün',
        blocks: [
          {
            p: 'Size ulaşan üründe bir kusur varsa ya da yanlış ürün gönderildiyse yukarıdaki süreler aranmaz. Kanundan doğan haklarınız (bedel iadesi, değişim, ücretsiz onarım veya bedelden indirim) teslimattan itibaren iki yıl boyunca saklıdır ve tüm kargo ücretleri bize aittir.',
          },
        ],
      },
      {
        title: 'Sipariş iptali',
        blocks: [
          {
            p: `Siparişiniz henüz hazırlanmadıysa hesabınızdaki “Siparişlerim” sekmesinden${guests ? ' ya da e-postanızdaki sipariş bağlantısından' : ''} kendiniz iptal edebilir veya ${shopEmail} adresine yazabilirsiniz. İptal edilen siparişin bedeli, ödeme aracınıza uygun şekilde iade edilir. Paketlenmiş ya da kargoya verilmiş bir siparişi teslimatı beklemeden iade edebilirsiniz.`,
          },
        ],
      },
    ],
  }
}
