import { sellerFacts } from './seller-facts.ts'
import type { TextFacts } from './text.ts'

export function aboutText(facts: TextFacts) {
  const { shopName, shopEmail, promises } = facts
  return {
    title: 'Hakkımızda',
    description: `${shopName}: az sayıda, özenle seçilmiş kadın giyim ve aksesuar. Hikâyemiz, misyonumuz, vizyonumuz ve iletişim bilgilerimiz.`,
    lead: `${shopName}, kalabalık gardıropların yerine sevilen parçaları koymak isteyen kadınlar için kuruldu.`,
    parts: [
      {
        title: 'Hikâyemiz',
        blocks: [
          {
            p: `Her şey basit bir soruyla başladı: Dolabımız doluyken neden giyecek bir şey bulamıyoruz? ${shopName} bu soruya, az sayıda ve uzun süre giyilecek parçalarla yanıt veren küçük bir butik olarak doğdu.`,
          },
          {
            p: 'Koleksiyonlarımızı sezonun gürültüsüne göre değil, gerçek günlere göre hazırlıyoruz: işe yetişilen sabahlar, uzayan akşam yemekleri, bavula sığması gereken hafta sonları. Kumaşı elimize alıyor, kalıbı farklı bedenlerde deniyor, dikişine bakıyoruz. İçimize sinmeyen ürünü satışa çıkarmıyoruz.',
          },
          {
            p: 'Üreticilerimizin çoğuyla aynı masada oturuyoruz. Küçük atölyelerle ve el emeğiyle çalışan kadın üreticilerle birlikte, sınırlı sayıda üretiyoruz. Böylece hem fazla stoktan kaçınıyor hem de her parçanın hak ettiği özeni görmesini sağlıyoruz.',
          },
        ],
      },
      {
        title: 'Misyonumuz',
        blocks: [
          {
            p: 'Kadınların kendi tarzlarını ifade etmelerine yardımcı olmak. Bedenine, yaşına ve temposuna bakmaksızın her kadının, içinde kendini rahat ve kendisi gibi hissettiği giysilere kolayca ulaşmasını istiyoruz.',
          },
        ],
      },
      {
        title: 'Vizyonumuz',
        blocks: [
          {
            p: 'Modanın bir kurallar bütünü değil, kişisel bir ifade biçimi olduğu bir dünya. Trendlerin peşinden koşmak yerine kendi tarzını kuran kadınların ilk aklına gelen butik olmak için çalışıyoruz.',
          },
        ],
      },
      {
        title: 'Neye söz veriyoruz?',
        blocks: [
          {
            list: [
              `Dürüst fiyat: Gördüğünüz fiyat KDV dahildir. ${promises.feeTold}.`,
              `Hızlı kargo: ${promises.rules.dispatch}`,
              `Kolay iade: ${promises.rules.withdrawal}`,
              'Doğru bilgi: Kumaşı, kalıbı ve bedeni olduğu gibi anlatır, stokta olmayan ürünü satmayız.',
              'Ulaşılabilirlik: Yazdığınız her mesajı bir insan okur ve yanıtlar.',
            ],
          },
        ],
      },
      {
        title: 'İletişim',
        blocks: [
          { p: `Sorularınız, önerileriniz ve şikâyetleriniz için ${shopEmail} adresine yazabilirsiniz.` },
          { facts: sellerFacts(facts) },
        ],
      },
    ],
  }
}
