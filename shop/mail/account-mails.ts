import { type Brand, button, greeting, type Mail, mailOf, paragraph, smallPrint } from './layout.ts'

type Named = { firstName: string }

/** Why she gets a mail about her account. */
export const accountReason = (brand: Brand) => `Bu e-posta size ${brand.shopName} hesabınızla ilgili olarak gönderildi.`

export function verificationMail(brand: Brand, to: Named & { url: string }): Mail {
  return mailOf(brand, {
    kind: 'verification',
    subject: `${brand.shopName}: e-posta adresinizi doğrulayın`,
    title: 'E-posta adresinizi doğrulayın',
    blocks: [
      greeting(to.firstName),
      paragraph(
        `Hesabınız hazır, hoş geldiniz! Alışverişinizi tamamlayabilmek için lütfen e-posta adresinizi doğrulayın.`,
      ),
      button('E-postamı Doğrula', to.url),
      smallPrint('Bu bağlantı 24 saat geçerlidir ve bir kez kullanılabilir.'),
      smallPrint('Bu hesabı siz açmadıysanız bu e-postayı dikkate almayın, bağlantıya tıklamayın.'),
    ],
    reason: accountReason(brand),
  })
}

/** To the owner of an address that somebody tried to register again; `verifyUrl` while she has not verified it. */
export function alreadyRegisteredMail(brand: Brand, to: Named & { verifyUrl?: string }): Mail {
  return mailOf(brand, {
    kind: 'already-registered',
    subject: `${brand.shopName}: zaten bir hesabınız var`,
    title: 'Zaten bir hesabınız var',
    blocks: [
      greeting(to.firstName),
      paragraph(
        'Az önce bu e-posta adresiyle yeni bir hesap açılmak istendi. Bu adrese kayıtlı bir hesabınız olduğu için yeni hesap açılmadı; hesabınızda hiçbir şey değişmedi.',
      ),
      ...(to.verifyUrl
        ? [
            paragraph('E-posta adresiniz henüz doğrulanmamış. Aşağıdaki bağlantıyla hemen doğrulayabilirsiniz.'),
            button('E-postamı Doğrula', to.verifyUrl),
            smallPrint(
              'Güvenliğiniz için bağlantı, bu hesapta açık olan oturumları kapatır; hesap başka bir şifreyle açıldıysa yeni bir şifre belirlemenizi isteriz.',
            ),
          ]
        : [button('Mağazaya Git', brand.publicUrl)]),
      paragraph(
        'Şifrenizi hatırlamıyorsanız mağazada “Oturum Aç” penceresindeki “Şifremi unuttum” bağlantısıyla yenileyebilirsiniz.',
      ),
      smallPrint('Bu denemeyi siz yapmadıysanız bir şey yapmanıza gerek yok.'),
    ],
    reason: accountReason(brand),
  })
}

export function passwordResetMail(brand: Brand, to: Named & { url: string }): Mail {
  return mailOf(brand, {
    kind: 'password-reset',
    subject: `${brand.shopName}: şifrenizi yenileyin`,
    title: 'Şifrenizi yenileyin',
    blocks: [
      greeting(to.firstName),
      paragraph(
        'Hesabınızın şifresini yenilemek için bir istek aldık. Yeni şifrenizi aşağıdaki bağlantıdan belirleyebilirsiniz.',
      ),
      button('Yeni Şifre Belirle', to.url),
      smallPrint('Bu bağlantı 1 saat geçerlidir ve bir kez kullanılabilir.'),
      smallPrint('Bu isteği siz yapmadıysanız bu e-postayı dikkate almayın; şifreniz değişmez.'),
    ],
    reason: accountReason(brand),
  })
}

export function passwordChangedMail(brand: Brand, to: Named): Mail {
  return mailOf(brand, {
    kind: 'password-changed',
    subject: `${brand.shopName}: şifreniz değiştirildi`,
    title: 'Şifreniz değiştirildi',
    blocks: [
      greeting(to.firstName),
      paragraph('Hesabınızın şifresi az önce değiştirildi ve açık olan diğer oturumlarınız kapatıldı.'),
      paragraph(
        `Bu değişikliği siz yapmadıysanız hemen “Şifremi unuttum” bağlantısıyla yeni bir şifre belirleyin ve ${brand.shopEmail} adresinden bize yazın.`,
      ),
    ],
    reason: accountReason(brand),
  })
}
