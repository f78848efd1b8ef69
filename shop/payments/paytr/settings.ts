import { z } from 'zod'
import { httpUrl, secret, setting, withoutSlash } from '../../setting.ts'
import type { ProviderSettings } from '../provider-settings.ts'
import type { PaytrKeys } from './client.ts'

export type PaytrConfig = { paytr: PaytrKeys & { testMode: boolean } }

const usualUrl = 'https://www.paytr.com'

const schema = {
  PAYTR_MERCHANT_ID: setting(z.string().regex(/^\d+$/).optional(), 'required with PayTR: *Mağaza No* in its panel'),
  PAYTR_MERCHANT_KEY: secret(z.string().optional(), 'required with PayTR: *Mağaza Parola*'),
  PAYTR_MERCHANT_SALT: secret(z.string().optional(), 'required with PayTR: *Mağaza Gizli Anahtar*'),
  PAYTR_BASE_URL: setting(httpUrl.default(usualUrl), 'where PayTR is'),
  PAYTR_TEST_MODE: setting(z.enum(['0', '1']).default('0'), '1: payments are tries, no money moves'),
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
    ...(baseUrl?.startsWith('http:') ? ['PAYTR_BASE_URL is not https'] : []),
    ...(testMode === '1' ? ['PAYTR_TEST_MODE is 1, which takes no real money'] : []),
  ],
  readiness({ paytr }) {
    const isReal = paytr?.baseUrl.startsWith('https:') && !paytr.testMode
    if (isReal) return { done: true, text: 'PayTR bağlı; kartlardan gerçek ödeme alınır.' }
    return { done: false, text: 'PayTR deneme modunda. Gerçek ödeme için PAYTR_TEST_MODE değerini 0 yapın.' }
  },
  shown: ({ paytr }) => ({
    address: paytr?.baseUrl ?? null,
    keys: { label: 'PayTR anahtarları', variable: 'PAYTR_MERCHANT_ID', set: paytr !== undefined },
  }),
}
