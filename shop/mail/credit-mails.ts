import { formatKurus } from '../money.ts'
import { type Brand, greeting, type Mail, mailOf, paragraph } from './layout.ts'

/** To a customer, when the owner gives her store credit. */
export function creditGivenMail(
  brand: Brand,
  { firstName, amountKurus, reason }: { firstName: string; amountKurus: number; reason: string },
): Mail {
  const amount = formatKurus(amountKurus)
  return mailOf(brand, {
    kind: 'store-credit',
    subject: `${brand.shopName}: hesabınıza ${amount} mağaza kredisi eklendi`,
    title: 'Mağaza krediniz var',
    blocks: [
      greeting(firstName),
      paragraph(`Hesabınıza ${amount} mağaza kredisi ekledik.`),
      paragraph(`Sebebi: ${reason}`),
      paragraph(creditIsSpent),
    ],
    reason: `Bu e-posta size ${brand.shopName} mağazasındaki hesabınızla ilgili olarak gönderildi.`,
  })
}

/** Where she spends it. */
export const creditIsSpent =
  'Kredinizi bir sonraki siparişinizin ödeme adımında kullanabilir, ne kadar kaldığını hesabınızdaki “Siparişlerim” sekmesinde görebilirsiniz.'
