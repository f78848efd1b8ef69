import { z } from 'zod'

/** The steps from an empty shop to one that sells, in order. */
export const setupSteps = [
  'brand',
  'legal',
  'delivery',
  'payment',
  'mail',
  'domain',
  'products',
  'demo',
  'live',
  'trial',
] as const
export type SetupStepId = (typeof setupSteps)[number]

/** Keys by the names that the settings have for them; which ones depends on the provider. */
export const PaymentKeys = z.object({
  provider: z.enum(['iyzico', 'paytr'], 'Ödeme kuruluşunu seçin'),
  /** For real money, or for tries with the provider's own cards. */
  side: z.enum(['live', 'test'], 'Gerçek ödeme mi deneme mi olduğunu seçin').default('live'),
  keys: z.record(z.string().max(40), z.string().trim().max(200, 'Anahtar çok uzun'), 'Anahtarları yazın'),
})
export type PaymentKeys = z.infer<typeof PaymentKeys>

export const MailServer = z.object({
  host: z
    .string('Sunucu adresini yazın')
    .trim()
    .toLowerCase()
    .regex(
      /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/,
      'Sunucu adresi smtp.ornek.com biçimindedir',
    )
    .max(253, 'Sunucu adresi çok uzun'),
  port: z.number('Port geçersiz').int('Port geçersiz').min(1, 'Port geçersiz').max(65_535, 'Port geçersiz'),
  user: z.string('Kullanıcı adını yazın').trim().max(254, 'Kullanıcı adı çok uzun'),
  password: z.string('Şifreyi yazın').max(300, 'Şifre çok uzun'),
})
export type MailServer = z.infer<typeof MailServer>

/** The name that shoppers type; `http://` only for a shop on this machine. */
export const ShopDomain = z.object({
  domain: z
    .string('Alan adını yazın')
    .trim()
    // A Turkish keyboard's capital I has a dot, which names have not.
    .overwrite((name) => name.replaceAll('İ', 'i').toLowerCase())
    .max(260, 'Alan adı çok uzun'),
})

export const DkimSelector = z.object({
  selector: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^([a-z0-9]([a-z0-9_-]{0,62})?(\.|$))*$/, 'DKIM seçicisi harf, rakam ve tireden oluşur')
    .max(63)
    .optional(),
})

/** The kilobytes of a test are few: the buyer of one lira, whose mail gets the link. */
export const trialKurus = 100
