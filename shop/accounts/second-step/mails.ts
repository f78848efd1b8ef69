import { type Brand, greeting, type Mail, mailOf, paragraph, smallPrint } from '../../mail/layout.ts'

/** A change of somebody’s second step that she is mailed about. */
export type SecondStepNews =
  | { kind: 'second-step-on' }
  | { kind: 'second-step-off' }
  | { kind: 'second-step-failed' }
  | { kind: 'passkey-added'; name: string }
  | { kind: 'passkey-removed'; name: string }
  | { kind: 'recovery-code-used'; left: number }
  | { kind: 'recovery-codes-renewed' }

type Seen = { firstName: string; device: string; address: string; at: string }

const titles: Record<SecondStepNews['kind'], string> = {
  'second-step-on': 'Doğrulama uygulaması açıldı',
  'second-step-off': 'Doğrulama uygulaması kapatıldı',
  'second-step-failed': 'Girişinizde doğrulama kodu yanlış girildi',
  'passkey-added': 'Geçiş anahtarı eklendi',
  'passkey-removed': 'Geçiş anahtarı kaldırıldı',
  'recovery-code-used': 'Kurtarma kodu kullanıldı',
  'recovery-codes-renewed': 'Kurtarma kodları yenilendi',
}

function sentence(news: SecondStepNews): string {
  switch (news.kind) {
    case 'second-step-on':
      return 'Hesabınıza girişte artık doğrulama uygulamanızın kodu da istenir.'
    case 'second-step-off':
      return 'Hesabınıza girişte artık doğrulama uygulamasının kodu istenmez.'
    case 'second-step-failed':
      return 'Hesabınızın şifresi doğru girildi, ama doğrulama kodu art arda yanlış girildi. Giriş yapılmadı.'
    case 'passkey-added':
      return `“${news.name}” adlı geçiş anahtarı hesabınıza eklendi; artık onunla giriş yapılabilir.`
    case 'passkey-removed':
      return `“${news.name}” adlı geçiş anahtarı hesabınızdan kaldırıldı; artık onunla giriş yapılamaz.`
    case 'recovery-code-used':
      return news.left > 0
        ? `Kurtarma kodlarınızdan biri kullanıldı; geriye ${news.left} kod kaldı.`
        : 'Kurtarma kodlarınızın sonuncusu kullanıldı. Hesabınızdaki “Giriş güvenliği” bölümünden yenilerini alın.'
    case 'recovery-codes-renewed':
      return 'Hesabınıza on yeni kurtarma kodu verildi; eskileri artık geçmez.'
  }
}

/** To the owner of the account, at once. */
export function secondStepMail(brand: Brand, news: SecondStepNews & Seen): Mail {
  const title = titles[news.kind]
  return mailOf(brand, {
    kind: news.kind,
    subject: `${brand.shopName}: ${title.toLocaleLowerCase('tr')}`,
    title,
    blocks: [
      greeting(news.firstName),
      paragraph(sentence(news)),
      paragraph(`Zaman: ${news.at}. Cihaz: ${news.device} (IP adresi ${news.address}).`),
      smallPrint('Bunu yapan sizseniz bir şey yapmanıza gerek yok.'),
      paragraph(
        `Siz yapmadıysanız hemen “Şifremi unuttum” bağlantısıyla yeni bir şifre belirleyin ve ${brand.shopEmail} adresinden bize yazın.`,
      ),
    ],
    reason: `Bu e-posta size ${brand.shopName} hesabınızla ilgili olarak gönderildi.`,
  })
}

/** To her whose second step the shop switched off: not from her device, so it names none. */
export function secondStepResetMail(brand: Brand, { firstName, at }: Pick<Seen, 'firstName' | 'at'>): Mail {
  return mailOf(brand, {
    kind: 'second-step-reset',
    subject: `${brand.shopName}: iki adımlı girişiniz kapatıldı`,
    title: 'İki adımlı girişiniz kapatıldı',
    blocks: [
      greeting(firstName),
      paragraph(
        'Mağazamız, isteğiniz üzerine iki adımlı girişinizi kapattı. Doğrulama uygulamanız, geçiş anahtarlarınız ve kurtarma kodlarınız artık geçmez; hesabınıza yalnızca şifrenizle girersiniz.',
      ),
      paragraph(
        'Açık olan bütün oturumlarınız da kapandı. Girdikten sonra iki adımlı girişi hesabınızdaki “Giriş güvenliği” bölümünden yeniden açabilirsiniz.',
      ),
      paragraph(`Zaman: ${at}.`),
      paragraph(
        `Siz istemediyseniz hemen ${brand.shopEmail} adresinden bize yazın ve “Şifremi unuttum” bağlantısıyla yeni bir şifre belirleyin.`,
      ),
    ],
    reason: `Bu e-posta size ${brand.shopName} hesabınızla ilgili olarak gönderildi.`,
  })
}
