import { accountReason } from './account-mails.ts'
import { type Brand, button, greeting, type Mail, mailOf, paragraph, smallPrint } from './layout.ts'

type Named = { firstName: string }

const notYou = (brand: Brand) =>
  `Bunu siz yapmadıysanız mağazada “Şifremi unuttum” bağlantısıyla hemen yeni bir şifre belirleyin ve ${brand.shopEmail} adresinden bize yazın.`

/** To the new address, with the link that confirms it. */
export function confirmNewEmailMail(brand: Brand, to: Named & { url: string }): Mail {
  return mailOf(brand, {
    kind: 'email-change-link',
    subject: `${brand.shopName}: yeni e-posta adresinizi onaylayın`,
    title: 'Yeni e-posta adresinizi onaylayın',
    blocks: [
      greeting(to.firstName),
      paragraph(
        'Hesabınızın e-posta adresini bu adresle değiştirmek istediniz. Aşağıdaki bağlantıyı açtığınızda yeni adresiniz geçerli olur; o zamana kadar eski adresinizle giriş yaparsınız.',
      ),
      button('Yeni Adresimi Onayla', to.url),
      smallPrint('Bu bağlantı 24 saat geçerlidir ve bir kez kullanılabilir.'),
      smallPrint('Bu isteği siz yapmadıysanız bu e-postayı dikkate almayın, bağlantıya tıklamayın.'),
    ],
    reason: accountReason(brand),
  })
}

/** To the current address, at once: nothing has changed yet. It does not name the new address. */
export function emailChangeRequestedMail(brand: Brand, to: Named): Mail {
  return mailOf(brand, {
    kind: 'email-change-requested',
    subject: `${brand.shopName}: e-posta adresiniz değiştirilmek isteniyor`,
    title: 'E-posta adresiniz değiştirilmek isteniyor',
    blocks: [
      greeting(to.firstName),
      paragraph(
        'Hesabınızın e-posta adresini değiştirmek için bir istek aldık. Değişiklik, yeni adrese gönderdiğimiz bağlantı açıldığında geçerli olacak.',
      ),
      paragraph(notYou(brand)),
    ],
    reason: accountReason(brand),
  })
}

/** To both addresses, after the change. The one that it was until then opens nothing any more, so a new password is no way out there. */
export function emailChangedMail(brand: Brand, to: Named & { newEmail: string; isOld: boolean }): Mail {
  return mailOf(brand, {
    kind: 'email-changed',
    subject: `${brand.shopName}: e-posta adresiniz değişti`,
    title: 'E-posta adresiniz değişti',
    blocks: [
      greeting(to.firstName),
      paragraph(
        `Hesabınızın e-posta adresi ${to.newEmail} olarak değişti. Bundan sonra ${to.isOld ? 'o' : 'bu'} adresle giriş yapabilirsiniz.`,
      ),
      paragraph(
        to.isOld
          ? `Bunu siz yapmadıysanız hemen ${brand.shopEmail} adresinden bize yazın. “Şifremi unuttum” bağlantısı artık yeni adrese gider.`
          : notYou(brand),
      ),
    ],
    reason: accountReason(brand),
  })
}

/** To the owner of an address that another account wanted to take. */
export function addressInUseMail(brand: Brand, to: Named): Mail {
  return mailOf(brand, {
    kind: 'address-in-use',
    subject: `${brand.shopName}: bu adresle zaten bir hesabınız var`,
    title: 'Bu adresle zaten bir hesabınız var',
    blocks: [
      greeting(to.firstName),
      paragraph(
        'Az önce başka bir hesaba bu e-posta adresi verilmek istendi. Bu adresle kayıtlı bir hesabınız olduğu için değişiklik yapılmadı; hesabınızda hiçbir şey değişmedi.',
      ),
      smallPrint('Bu denemeyi siz yapmadıysanız bir şey yapmanıza gerek yok.'),
    ],
    reason: accountReason(brand),
  })
}

export function newDeviceMail(brand: Brand, to: Named & { device: string; address: string; at: string }): Mail {
  return mailOf(brand, {
    kind: 'new-device',
    subject: `${brand.shopName}: hesabınıza yeni bir cihazdan giriş yapıldı`,
    title: 'Yeni bir cihazdan giriş yapıldı',
    blocks: [
      greeting(to.firstName),
      paragraph(
        `Hesabınıza ${to.at} tarihinde daha önce kullanmadığınız bir cihazdan giriş yapıldı: ${to.device} (IP adresi ${to.address}).`,
      ),
      paragraph('Giriş yapan sizseniz bir şey yapmanıza gerek yok.'),
      paragraph(notYou(brand)),
      smallPrint('Açık oturumlarınızı hesabınızdaki “Kullanıcı Ayarları” sekmesinde görebilir ve kapatabilirsiniz.'),
    ],
    reason: accountReason(brand),
  })
}

/** `withOrders`: mails about them still go to her. */
export function accountDeletedMail(brand: Brand, to: Named & { years: number; withOrders: boolean }): Mail {
  return mailOf(brand, {
    kind: 'account-deleted',
    subject: `${brand.shopName}: hesabınız silindi`,
    title: 'Hesabınız silindi',
    blocks: [
      greeting(to.firstName),
      paragraph(
        'İsteğiniz üzerine hesabınız silindi. Adınız, e-posta adresiniz, adres defteriniz, favorileriniz ve açık oturumlarınız kaldırıldı.',
      ),
      paragraph(
        `Varsa siparişlerinizin ve bize yazdığınız mesajların kayıtlarını, mesafeli satış mevzuatı gereği ${to.years} yıl saklamamız gerekir; bu kayıtlar başka bir amaçla kullanılmaz ve süre dolunca silinir.`,
      ),
      ...(to.withOrders
        ? [
            paragraph(
              'Siparişlerinizi artık, onlarla ilgili e-postalarımızdaki bağlantıyla açabilirsiniz. Sipariş numarasıyla şu sayfadan da bağlantı isteyebilirsiniz:',
            ),
            button('Sipariş takip', `${brand.publicUrl}/siparis-takip`),
          ]
        : []),
      paragraph(`Bu isteği siz yapmadıysanız ${brand.shopEmail} adresinden bize yazın.`),
    ],
    reason: `Bu e-posta size ${brand.shopName} hesabınız silindiği için gönderildi. ${to.withOrders ? 'Bundan sonra size yalnızca siparişleriniz için yazarız.' : 'Size bir daha yazmayacağız.'}`,
  })
}

/** To an address that somebody typed into a form: only its owner opens the link. */
export function consentAskedMail(brand: Brand, to: Named & { url: string; text: string }): Mail {
  return mailOf(brand, {
    kind: 'consent-asked',
    subject: `${brand.shopName}: kampanya e-postaları için izninizi onaylayın`,
    title: 'İzninizi onaylayın',
    blocks: [
      greeting(to.firstName),
      paragraph(`${brand.shopName} başvuru formunda bu adres için şu kutu işaretlendi: “${to.text}”`),
      paragraph('Onaylamazsanız size kampanya e-postası göndermeyiz; başvurunuz bundan etkilenmez.'),
      button('İznimi Onayla', to.url),
      smallPrint('Bu bağlantı 7 gün geçerlidir. Formu siz doldurmadıysanız bu e-postayı dikkate almayın.'),
    ],
    reason: `Bu e-posta size ${brand.shopName} mağazasına bu adresle yapılan başvuru üzerine gönderildi.`,
  })
}

/** To a shopper who agreed to marketing mails, on the same day, with the way to withdraw. */
export function consentGivenMail(brand: Brand, to: Named & { unsubscribePage: string }): Mail {
  return mailOf(brand, {
    kind: 'consent-given',
    subject: `${brand.shopName}: kampanya e-postaları için izniniz alındı`,
    title: 'İzniniz için teşekkürler',
    blocks: [
      greeting(to.firstName),
      paragraph(
        `Bundan sonra ${brand.shopName} kampanya, indirim ve yeni ürün haberlerini bu adrese e-posta ile gönderebilir.`,
      ),
      paragraph('Fikriniz değişirse izninizi dilediğiniz zaman tek tıkla geri alabilirsiniz.'),
      button('İznimi Geri Al', to.unsubscribePage),
    ],
    reason: `Bu e-posta size ${brand.shopName} mağazasında verdiğiniz e-posta izni üzerine gönderildi.`,
  })
}

/** To the address whose account the shop has joined to another one of hers. */
export function accountsMergedMail(brand: Brand, to: Named & { keptEmail: string }): Mail {
  return mailOf(brand, {
    kind: 'account-merged',
    subject: `${brand.shopName}: hesaplarınız birleştirildi`,
    title: 'Hesaplarınız birleştirildi',
    blocks: [
      greeting(to.firstName),
      paragraph(
        `Bu adresteki hesabınız ${to.keptEmail} adresli hesabınızla birleştirildi. Siparişleriniz, iadeleriniz, favorileriniz, adresleriniz ve varsa mağaza krediniz artık orada; bu adresle giriş yapılamaz.`,
      ),
      paragraph('Kampanya e-postaları için bu adrese verdiğiniz izin, varsa, geri alındı.'),
      paragraph(`Böyle bir isteğiniz yoksa ${brand.shopEmail} adresinden bize hemen yazın.`),
    ],
    reason: accountReason(brand),
  })
}
