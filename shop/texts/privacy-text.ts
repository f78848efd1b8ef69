import { sellerFacts } from './seller-facts.ts'
import type { TextFacts } from './text.ts'

export function privacyText(facts: TextFacts) {
  const { shopName, shopEmail, shopAddress, forwarded, texted, guests, reviews, keptCarts, policies } = facts
  const merchant = policies.merchantTitle || shopName
  return {
    title: 'Gizlilik Sözleşmesi ve KVKK Aydınlatma Metni',
    description: `${shopName} kişisel verilerinizi neden ve nasıl işler, kimlerle paylaşır, haklarınız nelerdir: gizlilik sözleşmesi, KVKK aydınlatma metni ve kullanım şartları.`,
    lead: 'Hangi bilgilerinizi neden istediğimizi, kimlerle paylaştığımızı ve haklarınızı açıkça anlatıyoruz.',
    parts: [
      {
        title: 'Kısaca',
        blocks: [
          {
            list: [
              'Yalnızca siparişinizi size ulaştırmak ve size yanıt verebilmek için gereken bilgileri isteriz.',
              'Kart bilgileriniz sistemlerimizde saklanmaz.',
              'Bilgilerinizi satmayız; reklam ve izleme çerezi kullanmayız.',
              'İzniniz olmadan size kampanya e-postası veya SMS göndermeyiz.',
              `Verilerinizle ilgili her isteğiniz için ${shopEmail} adresine yazabilirsiniz.`,
            ],
          },
        ],
      },
      {
        title: 'Veri sorumlusu',
        blocks: [
          {
            p: `Bu metin, 6698 sayılı Kişisel Verilerin Korunması Kanunu’nun (“KVKK”) 10. maddesi uyarınca, veri sorumlusu sıfatıyla ${merchant} tarafından hazırlanmıştır.`,
          },
          { facts: sellerFacts(facts) },
        ],
      },
      {
        title: 'Hangi verileri, neden işliyoruz?',
        blocks: [
          {
            facts: [
              {
                label: 'Üyelik',
                value:
                  'Ad, soyad, e-posta adresi ve şifrenizin geri döndürülemez özeti; kaydederseniz adresleriniz ve favorileriniz. Hesabınızı açmak, sizi tanımak, e-posta adresinizi doğrulamak ve kaydettiklerinizi size göstermek için. Hukuki sebep: sözleşmenin kurulması ve ifası.',
              },
              ...(guests
                ? [
                    {
                      label: 'Üyeliksiz alışveriş',
                      value:
                        'E-posta adresiniz ve ona gönderdiğimiz kodun geri döndürülemez özeti. Adresin size ait olduğunu doğrulamak, siparişinizi ve onu izleyeceğiniz bağlantıyı göndermek için. Hukuki sebep: sözleşmenin kurulması ve ifası.',
                    },
                  ]
                : []),
              {
                label: 'Sipariş ve teslimat',
                value:
                  'Ad, soyad, telefon, e-posta, teslimat ve fatura adresi, fatura için yazdıysanız T.C. kimlik numaranız veya firmanızın vergi bilgileri, satın aldığınız ürünler, kabul ettiğiniz sözleşmeler, iade ve değişim talepleriniz ile eklediğiniz görseller. Siparişinizi hazırlamak, teslim etmek, fatura düzenlemek, iade ve değişim taleplerinizi yürütmek için. Hukuki sebep: sözleşmenin ifası ve hukuki yükümlülüğümüz.',
              },
              {
                label: 'Ödeme',
                value:
                  'Kart numaranız, son kullanma tarihi ve güvenlik kodu yalnızca ödeme anında, şifreli bağlantı üzerinden ödeme kuruluşuna iletilir ve tarafımızca saklanmaz. Kartınızın ilk altı ve son dört hanesi, işlem numarası ve tutar kayda alınır. Havale veya EFT ile öderseniz gönderenin adı ve hesap bilgisi, geri ödeme için yazdığınız IBAN ve hesap sahibi de kayda alınır. Hukuki sebep: sözleşmenin ifası ve hukuki yükümlülüğümüz.',
              },
              ...(reviews
                ? [
                    {
                      label: 'Ürün yorumları',
                      value:
                        'Yazarsanız yıldızınız, yorumunuz, boyunuz, giydiğiniz beden ve görselleriniz; ürün sayfasında ilk adınız ve soyadınızın baş harfiyle herkese görünür. Diğer alıcılara yol göstermek ve yorumun gerçek bir alışverişe dayandığını gösterebilmek için. Teslimattan sonra bir kez, reklam içermeyen bir e-postayla yorumunuzu sorabiliriz. Hukuki sebep: meşru menfaatimiz ve tüketici değerlendirmelerine ilişkin yükümlülüğümüz.',
                    },
                  ]
                : []),
              {
                label: 'Sorun bildirimi ve stok bildirimi',
                value:
                  'E-posta adresiniz ile yazdığınız mesaj veya beklediğiniz ürün ve beden. Size yanıt vermek, sıranız geldiğinde ürünü sizin için ayırmak ve bir kez haber vermek için. Hukuki sebep: talebiniz üzerine sözleşme öncesi işlemler ve meşru menfaatimiz.',
              },
              {
                label: 'Bedenim',
                value:
                  'Yalnızca siz kaydederseniz: giydiğiniz bedenler ve isterseniz vücut ölçüleriniz. Size uyan ürünleri ve bedeni göstermek için; hesabınızı silene kadar saklanır, dilediğiniz an tek dokunuşla silebilirsiniz. Hukuki sebep: talebiniz üzerine sözleşme öncesi işlemler ve meşru menfaatimiz.',
              },
              {
                label: 'İş birliği ve iş başvuruları',
                value:
                  'Formda paylaştığınız kimlik, iletişim, firma ve deneyim bilgileri ile yüklediğiniz dosya. Başvurunuzu değerlendirmek ve sizinle iletişime geçmek için. Hukuki sebep: talebiniz üzerine sözleşmenin kurulması ve meşru menfaatimiz.',
              },
              {
                label: 'İşlem güvenliği',
                value:
                  'IP adresi, oturum ve istek kayıtları. Hesabınızı ve mağazayı kötüye kullanıma karşı korumak için. Hukuki sebep: hukuki yükümlülüğümüz ve meşru menfaatimiz.',
              },
              {
                label: 'Pazarlama',
                value:
                  'Yalnızca ayrıca ve açıkça onay verirseniz, seçtiğiniz kanaldan ticari elektronik ileti göndermek için. Hukuki sebep: açık rızanız. Onay vermemeniz alışverişinizi ve başvurunuzu etkilemez; onayınızı dilediğiniz an geri alabilirsiniz.',
              },
              ...(keptCarts
                ? [
                    {
                      label: 'Sepet hatırlatması',
                      value:
                        'E-posta izniniz varsa ve giriş yaptıysanız sepetinizdeki ürünler ve adetleri. Satın almadan bıraktığınız sepeti size bir kez e-postayla hatırlatmak için. Hukuki sebep: açık rızanız. Sepetinizi boşaltınca, sipariş verince ya da izninizi geri alınca silinir.',
                    },
                  ]
                : []),
            ],
          },
          {
            p: 'Verilerinizi, internet sitemizdeki formlar ve sipariş adımları aracılığıyla elektronik ortamda, bizzat sizden toplarız. Lütfen formlara sağlık bilgisi gibi özel nitelikli kişisel veri yazmayın.',
          },
        ],
      },
      {
        title: 'Kimlerle paylaşıyoruz?',
        blocks: [
          { p: 'Verileriniz, yalnızca aşağıdaki amaçlarla ve gerektiği kadar aktarılır:' },
          {
            list: [
              'Kargo firmaları ve gönderi hizmeti aldığımız firmalar: teslimat ve iade için ad, soyad, telefon, e-posta ve adresiniz.',
              'Bankalar ve lisanslı ödeme kuruluşları: ödemenizi almak ve geri ödemek için.',
              `E-posta, ${texted ? 'SMS, ' : ''}barındırma ve altyapı hizmeti aldığımız firmalar: hizmetin gerektirdiği ölçüde ve gizlilik yükümlülüğü altında.`,
              ...(forwarded
                ? [
                    'Form iletim hizmeti: formlardan gönderdiğiniz mesaj ve e-posta adresiniz, bize ulaştırılmak üzere, sunucuları yurt dışında bulunabilen bir hizmet sağlayıcıya iletilir. Yüklediğiniz dosyalar bu hizmete gönderilmez.',
                  ]
                : []),
              'Mali müşavirimiz, e-fatura hizmeti aldığımız firmalar ve hukuk danışmanlarımız: yasal yükümlülüklerimiz ve haklarımızın korunması için.',
              'Yetkili kamu kurumları, mahkemeler ve hakem heyetleri: kanunen zorunlu olduğu durumlarda.',
            ],
          },
        ],
      },
      {
        title: 'Ne kadar süre saklıyoruz?',
        blocks: [
          {
            list: [
              'Sipariş, sözleşme ve cayma kayıtları: mesafeli sözleşmeler mevzuatı uyarınca en az üç yıl; fatura ve ticari defterlere dayanak kayıtlar on yıl.',
              'Üyelik bilgileri: hesabınız açık kaldığı sürece.',
              ...(guests
                ? [
                    'Üyeliksiz alışverişte e-posta adresiniz: siparişinizin kayıtlarıyla birlikte; sipariş vermezseniz en çok bir gün, kod en çok 15 dakika.',
                  ]
                : []),
              ...(keptCarts
                ? [
                    'Hatırlatma için saklanan sepet: son değişiklikten sonra en çok 14 gün; hatırlatıldığı bilgisi 90 gün.',
                  ]
                : []),
              ...(reviews
                ? [
                    'Ürün yorumları: siz silene kadar. Hesabınızı silerseniz adınız, yazdıklarınız ve görselleriniz silinir; yıldızınız ve kalıp oyunuz kime ait olduğu bilinmeden sayılmaya devam eder.',
                  ]
                : []),
              'Form mesajları ve başvurular: talebiniz sonuçlanana ve olası uyuşmazlıklara ilişkin süreler dolana kadar.',
              'İşlem güvenliği kayıtları: amacın gerektirdiği sınırlı süre boyunca.',
            ],
          },
          { p: 'Süresi dolan veriler silinir, yok edilir veya anonim hâle getirilir.' },
        ],
      },
      {
        title: 'Haklarınız',
        blocks: [
          { p: 'KVKK’nın 11. maddesi uyarınca bize başvurarak;' },
          {
            list: [
              'kişisel verilerinizin işlenip işlenmediğini öğrenme ve bilgi isteme,',
              'işlenme amacını ve amacına uygun kullanılıp kullanılmadığını öğrenme,',
              'yurt içinde veya yurt dışında aktarıldığı üçüncü kişileri bilme,',
              'eksik veya yanlış işlenmişse düzeltilmesini isteme,',
              'kanunda öngörülen şartlarla silinmesini veya yok edilmesini isteme,',
              'düzeltme, silme ve yok etme işlemlerinin aktarıldığı üçüncü kişilere bildirilmesini isteme,',
              'münhasıran otomatik sistemlerle analiz edilmesi sonucu aleyhinize çıkan bir sonuca itiraz etme,',
              'kanuna aykırı işlenmesi nedeniyle uğradığınız zararın giderilmesini talep etme',
            ],
          },
          {
            p: `haklarına sahipsiniz. Başvurunuzu, sistemimizde kayıtlı e-posta adresinizden ${shopEmail} adresine${policies.kep ? `, ${policies.kep} KEP adresine` : ''}${policies.address ? ' veya yazılı olarak merkez adresimize' : ''} iletebilirsiniz. Başvurunuzu en geç otuz gün içinde ücretsiz olarak sonuçlandırırız. Yanıtımızı yeterli bulmazsanız Kişisel Verileri Koruma Kurulu’na şikâyette bulunabilirsiniz.`,
          },
        ],
      },
      {
        title: 'Çerezler ve tarayıcınızda saklananlar',
        blocks: [
          {
            p: 'Reklam, ölçüm veya izleme çerezi kullanmıyoruz; bu nedenle sizden çerez onayı da istemiyoruz. Mağazanın çalışması için tarayıcınızın kendi belleğinde yalnızca şunlar saklanır:',
          },
          {
            list: [
              'sepetiniz, favorileriniz, son aramalarınız, son görüntülediğiniz ürünler, kaydettiyseniz bedeniniz ve ölçüleriniz, mağazadaki tercihleriniz ve yazı tiplerimizi daha önce indirdiğinizin işareti,',
              `giriş yaptıysanız oturum anahtarınız ile adınız ve e-posta adresiniz${guests ? '; üyeliksiz alışverişte doğruladığınız e-posta adresi ile anahtarı' : ''},`,
              'yarım kalan sipariş bilgileriniz (sekme kapanana kadar), indirim kodunuz, ödemesi süren siparişinizin işareti ve başvuru taslağınız. Kart bilgileri hiçbir zaman saklanmaz.',
            ],
          },
          {
            p: 'Çıkış yaptığınızda bu bilgiler tarayıcınızdan silinir. Dilediğiniz zaman tarayıcı ayarlarınızdan da silebilirsiniz.',
          },
        ],
      },
      {
        title: 'Veri güvenliği',
        blocks: [
          {
            p: 'Mağazayla aranızdaki iletişim şifrelenir, şifreniz geri döndürülemez biçimde özetlenerek saklanır, yönetim ekranlarına yalnızca yetkili kişiler erişebilir. Alınan önlemlere rağmen verileriniz hukuka aykırı olarak ele geçirilirse durumu en kısa sürede size ve Kişisel Verileri Koruma Kurulu’na bildiririz.',
          },
        ],
      },
      {
        title: 'Kullanım şartları',
        blocks: [
          {
            list: [
              `${shopAddress} adresindeki mağazayı kullanan herkes bu şartları kabul etmiş sayılır.`,
              'Üyelik için verdiğiniz bilgilerin doğru, e-posta adresinin size ait olması gerekir. Şifrenizi kimseyle paylaşmayın; hesabınızla yapılan işlemlerden siz sorumlusunuz.',
              'E-posta adresinizi doğrulamadan ödeme yapamazsınız.',
              'Ürün renkleri ekranınıza göre küçük farklılıklar gösterebilir. Beden ve kumaş bilgileri ürün sayfasında yer alır.',
              'Sitedeki metin, görsel ve tasarımlar izinsiz kopyalanamaz ve ticari amaçla kullanılamaz.',
              'Mağazanın işleyişini bozan, başkasının adına yapılan veya hukuka aykırı kullanımlarda hesabı kapatma hakkımız saklıdır.',
              'Bu metinde değişiklik yaptığımızda güncel hâlini bu sayfada yayımlarız.',
            ],
          },
        ],
      },
    ],
  }
}
