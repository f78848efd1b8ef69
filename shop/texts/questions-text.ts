import type { TextFacts, TextPart } from './text.ts'

/** Frequent questions of shoppers, by subject, answered from the shop's own terms. */
export function questionsText(facts: TextFacts) {
  return {
    title: 'Sık Sorulan Sorular',
    description: `${facts.shopName} alışverişinde en çok sorulanlar: beden, ödeme, kargo, sipariş takibi, iade ve değişim.`,
    lead: 'En çok sorulan soruların kısa yanıtları.',
    parts: [...aboutBuying(facts), ...aboutDelivery(facts), ...aboutReturns(facts), ...further(facts)],
  }
}

function aboutBuying({ guests, shopEmail }: TextFacts): TextPart[] {
  return [
    subject('Beden ve sipariş'),
    question(
      'Hangi bedeni seçmeliyim?',
      `Giysilerin sayfasındaki “Beden Tablosu” hangi bedenin hangi vücut ölçüsüne karşılık geldiğini gösterir. “Ölçü ve kalıp” bölümü olan ürünlerde giysinin kendi ölçülerini de bulursunuz. İki beden arasında kalırsanız ${shopEmail} adresine yazın, birlikte seçelim.`,
    ),
    question(
      'Alışveriş için üye olmam gerekir mi?',
      guests
        ? 'Hayır. E-postanıza gönderdiğimiz kodla üye olmadan da sipariş verebilirsiniz. Üye olursanız siparişleriniz ve adresleriniz hesabınızda saklanır.'
        : 'Evet. Ürünleri üye olmadan inceleyebilir, favorilerinize ve sepetinize ekleyebilirsiniz; siparişi tamamlamak için üye olup e-posta adresinizi doğrulamanız gerekir.',
    ),
    question(
      'Nasıl ödeyebilirim?',
      'Ödeme yollarını, varsa ek ücretlerini ve kartınıza uygun taksitleri ödeme adımında, siparişi onaylamadan önce görürsünüz. Onayladığınız toplamın dışında bir tutar alınmaz.',
    ),
    question(
      'Şirketim adına fatura alabilir miyim?',
      'Evet. Adres adımında fatura türü olarak “Kurumsal” seçeneğini işaretleyip şirketinizin unvanını, vergi dairesini ve vergi numarasını yazmanız yeterli.',
    ),
    question(
      'Aradığım beden tükenmiş. Yeniden gelir mi?',
      'Ürün sayfasında tükenen bedene dokunup e-posta adresinizi bırakın; o beden yeniden satışa girdiğinde size bir kez yazarız.',
    ),
  ]
}

function aboutDelivery({ guests, promises: { rules } }: TextFacts): TextPart[] {
  return [
    subject('Kargo ve takip'),
    question('Siparişim ne zaman gelir, kargo ne kadar?', `${rules.dispatch} ${rules.delivery}`),
    question(
      'Siparişimi nasıl takip ederim?',
      `Siparişinizin her adımını ve kargo bilgisini hesabınızdaki “Siparişlerim” sekmesinde${guests ? ', üye olmadan aldıysanız e-postanızdaki bağlantıda' : ''} görürsünüz. Paketiniz yola çıktığında ayrıca e-posta göndeririz.`,
    ),
    question(
      'Siparişimi iptal edebilir miyim?',
      'Evet. Siparişiniz hazırlanana kadar onu sipariş sayfasından kendiniz iptal edebilirsiniz; ödediğiniz tutarın tamamı geri ödenir. Paketlendiyse ya da kargoya verildiyse teslimatı beklemeden iade isteyebilirsiniz.',
    ),
  ]
}

function aboutReturns({ easyReturns, shopEmail, promises }: TextFacts): TextPart[] {
  const { rules, freeReturnDays } = promises
  return [
    subject('İade ve değişim'),
    question(
      'Beğenmezsem nasıl iade ederim?',
      `${freeReturnDays} gün içinde ${easyReturns ? 'siparişinizin sayfasında “İade et” deyin ya da ' : ''}sipariş numaranızla ${shopEmail} adresine yazın. ${rules.returnCost} Adımların tamamı “Teslimat ve İade” sayfasındadır.`,
    ),
    question('Başka bir bedenle değiştirebilir miyim?', rules.exchange),
    question('Param ne zaman geri gelir?', rules.refund),
  ]
}

function further({ shopEmail }: TextFacts): TextPart[] {
  return [
    {
      title: 'Sorunuz burada yok mu?',
      blocks: [{ p: `${shopEmail} adresine yazın ya da bu sayfanın altındaki “Sorun bildirin” düğmesini kullanın.` }],
    },
  ]
}

const subject = (title: string): TextPart => ({ title, blocks: [] })

const question = (title: string, answer: string): TextPart => ({ title, blocks: [{ p: answer }], sub: true })
