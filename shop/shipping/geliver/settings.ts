import { z } from 'zod'
import { httpUrl, oneOf, secret, setting, withoutSlash } from '../../setting.ts'
import type { ShippingSettings } from '../provider-settings.ts'

/** The shop's account at Geliver. Lengths in centimetres, weight in kilograms, as texts. */
export type GeliverSettings = {
  baseUrl: string
  token: string
  senderAddressId: string
  webhookSecret: string
  service: string
  doorService: string | undefined
  parcel: { length: string; width: string; height: string; weight: string }
  test: boolean
}
export type GeliverConfig = { geliver: GeliverSettings }

const usualUrl = 'https://api.geliver.io/api/v1'
const code = z.string().regex(/^[A-Z0-9_]{3,40}$/, 'must be a code such as YURTICI_STANDART')

const schema = {
  GELIVER_TOKEN: secret(
    z.string().min(8, 'must be at least 8 characters long').optional(),
    'required with Geliver: from app.geliver.io/apitokens',
  ),
  GELIVER_SENDER_ADDRESS_ID: setting(
    z.uuid().optional(),
    'required with Geliver: the id of the sender’s address there',
  ),
  GELIVER_WEBHOOK_SECRET: secret(
    z.string().min(16, 'must be at least 16 characters long').optional(),
    'required with Geliver: a long random word; the webhook’s address ends with `?token=` and it',
  ),
  GELIVER_SERVICE: setting(code.default('YURTICI_STANDART'), 'Geliver’s code of the carrier’s service'),
  GELIVER_DOOR_SERVICE: setting(
    code.optional(),
    'its code for parcels that are paid at the door, such as `PTT_KAPIDA_ODEME`; without it no shipment is made for them',
  ),
  GELIVER_PARCEL: setting(
    z
      .string()
      .regex(/^\d{1,3}x\d{1,3}x\d{1,3}x\d{1,2}(\.\d)?$/, 'must be length x width x height x weight, such as 30x25x10x1')
      .default('30x25x10x1'),
    'a usual parcel: length, width and height in centimetres, weight in kilograms',
  ),
  GELIVER_TEST: setting(oneOf(['0', '1']).default('0'), '1: shipments are tries, no courier comes'),
  GELIVER_BASE_URL: setting(httpUrl.default(usualUrl), 'where Geliver is'),
}
const required = ['GELIVER_TOKEN', 'GELIVER_SENDER_ADDRESS_ID', 'GELIVER_WEBHOOK_SECRET'] as const

export const geliverSettings: ShippingSettings<GeliverConfig> = {
  title: 'Geliver',
  schema,
  read(source) {
    const given = z.object(schema).parse(source)
    const { GELIVER_TOKEN: token, GELIVER_SENDER_ADDRESS_ID: sender, GELIVER_WEBHOOK_SECRET: webhookSecret } = given
    if (!token || !sender || !webhookSecret) return { missing: required.filter((name) => !given[name]) }
    const [length = '', width = '', height = '', weight = ''] = given.GELIVER_PARCEL.split('x')
    return {
      config: {
        geliver: {
          ...{ token, webhookSecret, senderAddressId: sender, parcel: { length, width, height, weight } },
          baseUrl: withoutSlash(given.GELIVER_BASE_URL),
          service: given.GELIVER_SERVICE,
          doorService: given.GELIVER_DOOR_SERVICE,
          test: given.GELIVER_TEST === '1',
        },
      },
    }
  },
  findLiveProblems: ({ GELIVER_BASE_URL: baseUrl, GELIVER_TEST: test }) => [
    ...(baseUrl?.startsWith('http:') ? ['GELIVER_BASE_URL is not https'] : []),
    ...(test === '1' ? ['GELIVER_TEST is 1, which sends no courier'] : []),
  ],
}
