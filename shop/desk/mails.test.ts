import { describe, expect } from 'vitest'
import { test } from '#test/shop.ts'
import {
  alreadyRegisteredMail,
  passwordChangedMail,
  passwordResetMail,
  verificationMail,
} from '../mail/account-mails.ts'
import { orderConfirmationMail } from '../mail/order-mails.ts'

const order = {
  shownId: '#1A2B3C4D',
  firstName: 'İpek',
  items: [
    {
      name: 'Keten <b>Elbise</b>',
      color: 'Kum',
      size: 'M',
      quantity: 2,
      unitPriceKurus: 119_900,
      imageUrl: '/media/x-640.jpg',
    },
    { name: 'Tote Çanta', color: 'Taba', size: 'Standart', quantity: 1, unitPriceKurus: 45_050 },
  ],
  costs: {
    totalKurus: 284_850,
    discountKurus: 0,
    deliveryKurus: 0,
    methodFeeKurus: 0,
    installmentFeeKurus: 0,
    creditKurus: 0,
  },
  addressLines: ['İpek Işık', 'Gül Sokak 5 "A" blok', '34710 İstanbul'],
  placedAt: new Date('2026-11-20T21:30:00Z'),
  isGuest: false,
}

describe('mails', () => {
  test('name the shop from the settings, in both bodies', ({ ctx }) => {
    const brand = { ...ctx.config, shopName: 'Nil & Çınar' }
    const to = { firstName: 'Ayşe', url: 'https://shop.test/verify-email?token=a' }
    for (const mail of [
      verificationMail(brand, to),
      alreadyRegisteredMail(brand, to),
      passwordResetMail(brand, to),
      passwordChangedMail(brand, to),
      orderConfirmationMail(brand, order),
    ]) {
      expect(mail.subject).toContain('Nil & Çınar')
      expect(mail.html).toContain('Nil &amp; Çınar')
      expect(mail.text).toContain('Nil & Çınar')
      expect(mail.text).toContain(ctx.config.shopEmail)
      expect(`${mail.subject}${mail.html}${mail.text}`).not.toContain('Narçiçeği')
    }
  })

  test('carry the link in both bodies', ({ ctx }) => {
    const mail = passwordResetMail(ctx.config, {
      firstName: 'Ayşe',
      url: 'https://shop.test/reset-password?token=a-b_c',
    })
    expect(mail.html).toContain('href="https://shop.test/reset-password?token=a-b_c"')
    expect(mail.text).toContain('https://shop.test/reset-password?token=a-b_c')
    expect(mail.text).toContain('Merhaba Ayşe,')
  })

  test('greet by name only when the text looks like a name', ({ ctx }) => {
    for (const firstName of ['<script>alert(1)</script>', 'Kazandınız! http://spam.example', 'a@b.example', '']) {
      const { html, text } = verificationMail(ctx.config, { firstName, url: 'https://shop.test/' })
      expect(html).not.toContain('script>')
      expect(text).toContain('Merhaba,')
      expect(text).not.toContain('spam')
    }
    const { text } = verificationMail(ctx.config, { firstName: "Şule Nur D'Arc", url: 'https://shop.test/' })
    expect(text).toContain("Merhaba Şule Nur D'Arc,")
  })
})

test('orderConfirmationMail lists goods, address and date, in Turkish', ({ ctx }) => {
  const { subject, html, text } = orderConfirmationMail(ctx.config, order)
  expect(subject).toBe('Narçiçeği: siparişinizi aldık (#1A2B3C4D)')
  expect(text).toContain('- Keten <b>Elbise</b> (Kum, M, 2 adet): 2.398,00 TL')
  expect(text).toContain('Toplam: 2.848,50 TL')
  expect(text).toContain('21 Kasım 2026 00:30')
  expect(html).toContain('Keten &lt;b&gt;Elbise&lt;/b&gt;')
  expect(html).toContain('Gül Sokak 5 &quot;A&quot; blok')
  expect(html).toContain(`src="${ctx.config.publicUrl}/media/x-640.jpg"`)
  expect(html).toContain('2.848,50 TL')
})
