import { z } from 'zod'
import { httpUrl, isOverTheNetInClear, secret, setting, withoutSlash } from '../../setting.ts'
import type { ProviderSettings } from '../provider-settings.ts'
import type { IyzicoKeys } from './client.ts'

export type IyzicoConfig = { iyzico: IyzicoKeys & { identityNumber: string } }

const schema = {
  IYZICO_API_KEY: setting(z.string().optional(), 'required with iyzico'),
  IYZICO_SECRET_KEY: secret(z.string().optional(), 'required with iyzico'),
  IYZICO_BASE_URL: setting(
    httpUrl.optional(),
    'required with iyzico; the sandbox is `https://sandbox-api.iyzipay.com`',
  ),
  IYZICO_IDENTITY_NUMBER: setting(
    z
      .string()
      .regex(/^\d{11}$/, 'must have 11 digits')
      .default('11111111111'),
    'sent as every buyer’s identity number, which shops do not collect',
  ),
}
const required = ['IYZICO_API_KEY', 'IYZICO_SECRET_KEY', 'IYZICO_BASE_URL'] as const

export const iyzicoSettings: ProviderSettings<IyzicoConfig> = {
  title: 'iyzico',
  schema,
  read(source) {
    const given = z.object(schema).parse(source)
    const { IYZICO_API_KEY: apiKey, IYZICO_SECRET_KEY: secretKey, IYZICO_BASE_URL: baseUrl } = given
    if (!apiKey || !secretKey || !baseUrl) return { missing: required.filter((name) => !given[name]) }
    const identityNumber = given.IYZICO_IDENTITY_NUMBER
    return { config: { iyzico: { apiKey, secretKey, baseUrl: withoutSlash(baseUrl), identityNumber } } }
  },
  findLiveProblems: ({ IYZICO_BASE_URL: baseUrl }) =>
    baseUrl && isOverTheNetInClear(baseUrl) ? ['IYZICO_BASE_URL is not https'] : [],
  setup: {
    keys: [
      {
        name: 'IYZICO_API_KEY',
        label: 'API anahtarı',
        hint: 'iyzico panelinde: Ayarlar → Firma Ayarları',
        secret: true,
        form: /^[\w-]{8,100}$/,
        wrong: 'API anahtarı boşluksuz harf ve rakamlardan oluşur; iyzico panelinden kopyalayın',
      },
      {
        name: 'IYZICO_SECRET_KEY',
        label: 'Güvenlik anahtarı',
        hint: 'API anahtarının hemen altında',
        secret: true,
        form: /^[\w-]{8,100}$/,
        wrong: 'Güvenlik anahtarı boşluksuz harf ve rakamlardan oluşur; iyzico panelinden kopyalayın',
      },
    ],
    beside: (side) => ({
      IYZICO_BASE_URL: side === 'live' ? 'https://api.iyzipay.com' : 'https://sandbox-api.iyzipay.com',
    }),
  },
  readiness({ iyzico }) {
    const isReal = iyzico && !isOverTheNetInClear(iyzico.baseUrl) && !iyzico.baseUrl.includes('sandbox')
    if (isReal) return { done: true, text: 'iyzico bağlı; kartlardan gerçek ödeme alınır.' }
    return {
      done: false,
      text: 'iyzico’nun deneme ortamı bağlı. Gerçek ödeme almak için iyzico’nun canlı anahtarlarını girin.',
    }
  },
  shown: ({ iyzico }) => ({
    address: iyzico?.baseUrl ?? null,
    keys: { label: 'iyzico anahtarları', set: iyzico !== undefined },
  }),
}
