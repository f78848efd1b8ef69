import { z } from 'zod'
import { httpUrl, isOverTheNetInClear, oneOf, secret, setting, withoutSlash } from '../../setting.ts'
import type { ProviderSettings } from '../provider-settings.ts'
import type { PaytrKeys } from './client.ts'

export type PaytrConfig = { paytr: PaytrKeys & { testMode: boolean } }

const usualUrl = 'https://www.paytr.com'

const schema = {
  PAYTR_MERCHANT_ID: setting(
    z.string().regex(/^\d+$/, 'must be a number').optional(),
    'required with PayTR: *Mağaza No* in its panel',
  ),
  PAYTR_MERCHANT_KEY: secret(z.string().optional(), 'required with PayTR: *Mağaza Parola*'),
  PAYTR_MERCHANT_SALT: secret(z.string().optional(), 'required with PayTR: *Mağaza Gizli Anahtar*'),
  PAYTR_BASE_URL: setting(httpUrl.default(usualUrl), 'where PayTR is'),
  PAYTR_TEST_MODE: setting(oneOf(['0', '1']).default('0'), '1: payments are tries, no money moves'),
}
const required = ['PAYTR_MERCHANT_ID', 'PAYTR_MERCHANT_KEY', 'PAYTR_MERCHANT_SALT'] as const

export const paytrSettings: ProviderSettings<PaytrConfig> = {
  title: 'PayTR',
  schema,
  read(source) {
    const given = z.object(schema).parse(source)
    const { PAYTR_MERCHANT_ID: merchantId, PAYTR_MERCHANT_KEY: key, PAYTR_MERCHANT_SALT: salt } = given
    if (!merchantId || !key || !salt) return { missing: required.filter((name) => !given[name]) }
    const baseUrl = withoutSlash(given.PAYTR_BASE_URL)
    return { config: { paytr: { merchantId, key, salt, baseUrl, testMode: given.PAYTR_TEST_MODE === '1' } } }
  },
  findLiveProblems: ({ PAYTR_BASE_URL: baseUrl, PAYTR_TEST_MODE: testMode }) => [
    ...(baseUrl && isOverTheNetInClear(baseUrl) ? ['PAYTR_BASE_URL is not https'] : []),
    ...(testMode === '1' ? ['PAYTR_TEST_MODE is 1, which takes no real money'] : []),
  ],
  setup: {
    keys: [
      {
        name: 'PAYTR_MERCHANT_ID',
        label: 'Mağaza No',
        hint: 'PayTR panelinde: Destek & Kurulum → Entegrasyon Bilgileri',
        secret: false,
        form: /^\d{1,12}$/,
        wrong: 'Mağaza No yalnızca rakamlardan oluşur',
      },
      {
        name: 'PAYTR_MERCHANT_KEY',
        label: 'Mağaza Parola',
        hint: 'Aynı sayfada',
        secret: true,
        form: /^\S{8,100}$/,
        wrong: 'Mağaza Parola boşluk içermez; PayTR panelinden kopyalayın',
      },
      {
        name: 'PAYTR_MERCHANT_SALT',
        label: 'Mağaza Gizli Anahtar',
        hint: 'Aynı sayfada',
        secret: true,
        form: /^\S{8,100}$/,
        wrong: 'Mağaza Gizli Anahtar boşluk içermez; PayTR panelinden kopyalayın',
      },
    ],
    beside: (side) => ({ PAYTR_TEST_MODE: side === 'live' ? '0' : '1' }),
  },
  readiness({ paytr }) {
    const isReal = paytr && !isOverTheNetInClear(paytr.baseUrl) && !paytr.testMode
    if (isReal) return { done: true, text: 'PayTR bağlı; kartlardan gerçek ödeme alınır.' }
    return {
      done: false,
      text: 'PayTR deneme modunda. Gerçek ödeme almak için PayTR’yi gerçek ödeme kipinde kaydedin.',
    }
  },
  shown: ({ paytr }) => ({
    address: paytr?.baseUrl ?? null,
    keys: { label: 'PayTR anahtarları', set: paytr !== undefined },
  }),
}
