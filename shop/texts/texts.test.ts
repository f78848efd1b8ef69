import { describe, expect } from 'vitest'
import { test } from '#test/shop.ts'
import { saveGuestCheckout } from '../settings/guests/guest-checkout.ts'
import { promisesOf, usualTerms } from '../settings/promises.ts'
import { sections } from '../settings/sections.ts'
import { saveSetting } from '../settings/settings.ts'
import { ownTextIds } from './own-texts.ts'
import type { ShopText } from './text.ts'
import { getContracts, getParcelText, getText, usualText } from './texts.ts'

const wordsOf = (text: Pick<ShopText, 'parts'>) => JSON.stringify(text.parts)

describe('getText', () => {
  test('states the same return terms in every text that mentions them', async ({ ctx }) => {
    const delivery = wordsOf(await getText(ctx, 'teslimat-iade'))
    const sales = wordsOf(await getText(ctx, 'mesafeli-satis'))
    const { rules } = promisesOf(usualTerms)
    for (const rule of [rules.withdrawal, rules.exchange, rules.madeToOrder, rules.refund, rules.dispatch]) {
      expect(delivery).toContain(rule)
      expect(sales).toContain(rule)
    }
    expect(delivery + sales).not.toMatch(/kargo ücreti alıcıya aittir/i)
  })

  test('names the seller of the settings, and made-up facts only in a demo', async ({ ctx }) => {
    expect(wordsOf(await getText(ctx, 'hakkimizda'))).toContain('Tekstil Ticaret Limited Şirketi (örnek)')
    await saveSetting(ctx, 'policies', { merchantTitle: 'Gül Moda A.Ş.', returnCarrier: 'Yıldız Kargo' })
    expect(wordsOf(await getText(ctx, 'mesafeli-satis'))).toMatch(/Gül Moda A\.Ş\..*Yıldız Kargo/)
    const live = { ...ctx, config: { ...ctx.config, mode: 'live' as const } }
    for (const { id } of sections) {
      const words = wordsOf(await getText(live, id))
      expect(words, id).not.toMatch(/örnek\)|Örnek Kargo|Nar Sokak/)
      expect(words, id).not.toMatch(/undefined|""|\s,|\(\)/)
    }
  })

  test('says that a return is asked for in the order only where it is', async ({ ctx }) => {
    const saying = async () => [
      wordsOf(await getText(ctx, 'teslimat-iade')),
      JSON.stringify(await getParcelText(ctx)),
      wordsOf(await getText(ctx, 'sik-sorulanlar')),
    ]
    for (const words of await saying()) expect(words).toContain('“İade et”')
    await saveSetting(ctx, 'returns', { enabled: true, contractCode: 'ANL-7', howToSend: '' })
    expect((await saying())[1]).toContain('Anlaşma kodumuz: ANL-7.')
    await saveSetting(ctx, 'returns', { enabled: false, contractCode: 'ANL-7', howToSend: '' })
    for (const words of await saying()) expect(words).not.toMatch(/“İade et”|ANL-7/)
  })

  test('asks for an account only where nobody may buy without', async ({ ctx }) => {
    expect(wordsOf(await getText(ctx, 'sik-sorulanlar'))).toContain('üye olup e-posta adresinizi doğrulamanız gerekir')
    await saveGuestCheckout(ctx, { on: true })
    expect(wordsOf(await getText(ctx, 'sik-sorulanlar'))).toContain('üye olmadan da sipariş verebilirsiniz')
  })

  test('names the data that orders, invoices and refunds ask for, and who is handed them', async ({ ctx }) => {
    const words = wordsOf(await getText(ctx, 'gizlilik-sozlesmesi'))
    for (const named of ['fatura adresi', 'T.C. kimlik numaranız', 'IBAN', 'eklediğiniz görseller', 'favorileriniz'])
      expect(words).toContain(named)
    expect(words).toMatch(/gönderi hizmeti aldığımız firmalar: [^"]*e-posta/)
    expect(words).toMatch(/E-posta, barındırma.*e-fatura hizmeti/)
  })

  test('names firms for SMS and what a guest’s browser keeps only where there are any', async ({ ctx }) => {
    const sms = {} as NonNullable<typeof ctx.config.sms>
    const before = wordsOf(await getText(ctx, 'gizlilik-sozlesmesi'))
    expect(before).not.toMatch(/SMS, barındırma|üyeliksiz alışverişte/)
    await saveGuestCheckout(ctx, { on: true })
    const after = wordsOf(await getText({ ...ctx, config: { ...ctx.config, sms } }, 'gizlilik-sozlesmesi'))
    expect(after).toMatch(/SMS, barındırma.*üyeliksiz alışverişte/)
  })

  test('mentions the form-to-mail service only where there is one', async ({ ctx }) => {
    const service = { url: 'https://mail.example/submit', key: 'key' }
    const forwarding = { ...ctx, config: { ...ctx.config, formMail: service } }
    expect(wordsOf(await getText(ctx, 'gizlilik-sozlesmesi'))).not.toContain('Form iletim hizmeti')
    expect(wordsOf(await getText(forwarding, 'gizlilik-sozlesmesi'))).toContain('Form iletim hizmeti')
  })
})

describe('an owner’s own texts', () => {
  test('that repeat the usual texts keep the same words and version', async ({ ctx }) => {
    const before = await Promise.all(sections.map(({ id }) => getText(ctx, id)))
    const contracts = await getContracts(ctx)
    await saveSetting(
      ctx,
      'texts',
      Object.fromEntries(
        ownTextIds.map((id) => [
          id,
          usualText(ctx, id, { guests: false, reviews: true, easyReturns: true, keptCarts: false }),
        ]),
      ),
    )
    for (const [index, { id }] of sections.entries()) expect(await getText(ctx, id), id).toEqual(before[index])
    expect(await getContracts(ctx)).toEqual(contracts)
  })

  test('of what the shop is do not take away who sells and how she is reached, to which every page leads', async ({
    ctx,
  }) => {
    await saveSetting(ctx, 'policies', { kep: 'gulmoda@hs01.kep.tr' })
    const titles = async (body: string) => {
      await saveSetting(ctx, 'texts', { hakkimizda: { lead: '', body } })
      const { parts } = await getText(ctx, 'hakkimizda')
      return [parts.map(({ title }) => title), wordsOf({ parts }).includes('gulmoda@hs01.kep.tr')]
    }
    expect(await titles('# Hikâyemiz\n\nİki kız kardeşiz.')).toEqual([['Hikâyemiz', 'İletişim'], true])
    expect(await titles('# İLETİŞİM\n\n{KEP adresi}'), 'hers, where she wrote it').toEqual([['İLETİŞİM'], true])
  })

  test('follow the shop’s facts, and leave out what is blank', async ({ ctx }) => {
    const body =
      '# İletişim\n\n{mağaza adı}: {e-posta}\n\n- {ücretsiz iade günü} gün\n- {ticaret sicil no}\n\nUnvan :: {unvan}\nSicil :: {ticaret sicil no}'
    await saveSetting(ctx, 'texts', { hakkimizda: { lead: '{mağaza adı} budur', body } })
    await saveSetting(ctx, 'terms', { ...usualTerms, freeReturnDays: 20 })
    const live = { ...ctx, config: { ...ctx.config, mode: 'live' as const } }
    const { shopName, shopEmail } = ctx.config
    expect(await getText(live, 'hakkimizda')).toMatchObject({
      lead: `${shopName} budur`,
      parts: [
        {
          title: 'İletişim',
          blocks: [
            { p: `${shopName}: ${shopEmail}` },
            { list: ['20 gün'] },
            { facts: [{ label: 'Unvan', value: shopName }] },
          ],
        },
      ],
    })
  })
})

describe('getContracts', () => {
  test('gives each text a version that changes with its words, and only then', async ({ ctx }) => {
    const before = await getContracts(ctx)
    expect(before.preInformation.version).toMatch(/^[0-9a-f]{12}$/)
    expect((await getContracts(ctx)).distanceSales.version).toBe(before.distanceSales.version)
    await saveSetting(ctx, 'policies', { merchantTitle: 'Gül Moda A.Ş.' })
    const after = await getContracts(ctx)
    expect(after.distanceSales.version).not.toBe(before.distanceSales.version)
    expect(after.preInformation.version).not.toBe(before.preInformation.version)
  })

  test('names both buttons that order', async ({ ctx }) => {
    const words = JSON.stringify((await getContracts(ctx)).preInformation.parts)
    for (const button of ['Siparişi onayla ve öde', 'Siparişi onayla ve ödeme sayfasına git'])
      expect(words).toContain(`“${button}” düğmesi`)
  })
})
