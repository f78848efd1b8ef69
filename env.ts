import { z } from 'zod'

/** The shop's settings, from the environment or a `.env` file. This file is the only reader of process.env. */
export type Env = Readonly<{
  port: number
  host: string
  dataDir: string
  databaseUrl: string | undefined
  /** A streaming replica, for what everybody may see. */
  databaseReplicaUrl: string | undefined
  /** Connections to the database that the requests of one process share. */
  databaseConnections: number
  mode: 'demo' | 'live'
  publicUrl: string
  authSecret: string | undefined
  admin: { email: string; password: string } | undefined
  smtpUrl: string | undefined
  mailFrom: string
  shopName: string
  shopEmail: string
  instagramUrl: string
  paymentProvider: 'demo' | 'iyzico'
  iyzico: { apiKey: string; secretKey: string; baseUrl: string; identityNumber: string } | undefined
  threeDs: 'always' | 'never' | 'auto'
  /** How many minutes stock waits for a shopper who is at her bank. */
  holdMinutes: number
  /** Tests only: the step of a payment at which the process ends itself as a crash would. */
  faultAt: string | undefined
  rateLimitScale: number
  /** Seconds that a client has for the headers of a request, and for all of it. */
  patience: { headers: number; request: number }
  /** Seconds for which SIGTERM is told to those who ask /readyz before the port is given up. */
  drainSeconds: number
  trustProxy: number
  /** What a password hash costs (argon2id). Raising it upgrades each hash at the next login. */
  passwordCost: { memoryKib: number; passes: number }
  formMail: { url: string; key: string } | undefined
  /** Where traces go (OTLP over HTTP); without it none are made. */
  tracing: { endpoint: string; headers: Record<string, string>; service: string } | undefined
  /** Who sells, as the law wants it said; the admin's own settings come before these. */
  legal: Partial<Record<LegalName, string>>
  s3: { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string } | undefined
}>

const legalNames = {
  merchantTitle: 'LEGAL_MERCHANT_TITLE',
  mersis: 'LEGAL_MERSIS',
  tradeRegistry: 'LEGAL_TRADE_REGISTRY',
  chamber: 'LEGAL_CHAMBER',
  taxOffice: 'LEGAL_TAX_OFFICE',
  taxNumber: 'LEGAL_TAX_NUMBER',
  address: 'LEGAL_ADDRESS',
  phone: 'LEGAL_PHONE',
  kep: 'LEGAL_KEP',
  returnCarrier: 'LEGAL_RETURN_CARRIER',
  returnAddress: 'LEGAL_RETURN_ADDRESS',
} as const
type LegalName = keyof typeof legalNames

/** Settings are wrong: one line for the person who starts the shop. */
export class SettingsError extends Error {}

const blank = (value: unknown) => (value === '' ? undefined : value)
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(blank, schema.optional())
const httpUrl = z.url({ protocol: /^https?$/ })
const legalText = optional(z.string().trim().max(300))

const Source = z.object({
  PORT: z.preprocess(blank, z.coerce.number().int().min(0).max(65535).default(3000)),
  HOST: z.preprocess(blank, z.string().default('127.0.0.1')),
  DATA_DIR: z.preprocess(blank, z.string().default('./data')),
  DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/ })),
  DATABASE_REPLICA_URL: optional(z.url({ protocol: /^postgres(ql)?$/ })),
  DATABASE_CONNECTIONS: z.preprocess(blank, z.coerce.number().int().min(2).max(500).default(10)),
  SHOP_MODE: z.preprocess(blank, z.enum(['demo', 'live']).default('demo')),
  PUBLIC_URL: optional(httpUrl),
  AUTH_SECRET: optional(z.string().min(32)),
  ADMIN_EMAIL: optional(z.email()),
  ADMIN_PASSWORD: optional(z.string().min(6).max(128)),
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/ })),
  MAIL_FROM: optional(z.string()),
  SHOP_NAME: z.preprocess(blank, z.string().max(60).default('Narçiçeği')),
  SHOP_EMAIL: z.preprocess(blank, z.email().default('merhaba@narcicegi.example')),
  SHOP_INSTAGRAM_URL: z.preprocess(blank, httpUrl.default('https://www.instagram.com/narcicegi.example')),
  PAYMENT_PROVIDER: z.preprocess(blank, z.enum(['demo', 'iyzico']).default('demo')),
  IYZICO_API_KEY: optional(z.string()),
  IYZICO_SECRET_KEY: optional(z.string()),
  IYZICO_BASE_URL: optional(httpUrl),
  IYZICO_IDENTITY_NUMBER: z.preprocess(
    blank,
    z
      .string()
      .regex(/^\d{11}$/)
      .default('11111111111'),
  ),
  PAYMENT_3DS: z.preprocess(blank, z.enum(['always', 'never', 'auto']).default('auto')),
  HOLD_MINUTES: z.preprocess(blank, z.coerce.number().int().min(1).max(120).default(10)),
  HEADER_SECONDS: z.preprocess(blank, z.coerce.number().int().min(1).max(300).default(20)),
  REQUEST_SECONDS: z.preprocess(blank, z.coerce.number().int().min(1).max(3600).default(120)),
  DRAIN_SECONDS: z.preprocess(blank, z.coerce.number().int().min(0).max(30).default(0)),
  RATE_LIMIT_SCALE: z.preprocess(blank, z.coerce.number().positive().default(1)),
  PASSWORD_MEMORY_KIB: z.preprocess(blank, z.coerce.number().int().min(7168).max(1_048_576).default(19_456)),
  PASSWORD_PASSES: z.preprocess(blank, z.coerce.number().int().min(1).max(20).default(2)),
  TRUST_PROXY: z.preprocess(blank, z.coerce.number().int().min(0).max(10).default(0)),
  FORM_MAIL_URL: optional(httpUrl),
  FORM_MAIL_KEY: optional(z.string()),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(httpUrl),
  OTEL_EXPORTER_OTLP_HEADERS: optional(z.string().regex(/^[^=,]+=[^,]*(,[^=,]+=[^,]*)*$/, 'name=value,name=value')),
  OTEL_SERVICE_NAME: z.preprocess(blank, z.string().default('butik')),
  LEGAL_MERCHANT_TITLE: legalText,
  LEGAL_MERSIS: legalText,
  LEGAL_TRADE_REGISTRY: legalText,
  LEGAL_CHAMBER: legalText,
  LEGAL_TAX_OFFICE: legalText,
  LEGAL_TAX_NUMBER: legalText,
  LEGAL_ADDRESS: legalText,
  LEGAL_PHONE: legalText,
  LEGAL_KEP: legalText,
  LEGAL_RETURN_CARRIER: legalText,
  LEGAL_RETURN_ADDRESS: legalText,
  S3_ENDPOINT: optional(httpUrl),
  S3_BUCKET: optional(z.string()),
  S3_REGION: z.preprocess(blank, z.string().default('auto')),
  S3_ACCESS_KEY_ID: optional(z.string()),
  S3_SECRET_ACCESS_KEY: optional(z.string()),
})

/** Reads and checks the settings; throws SettingsError naming each wrong one. */
export function readEnv(source: Record<string, string | undefined>): Env {
  const parsed = Source.safeParse(source)
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new SettingsError(`wrong settings: ${wrong.join('; ')}`)
  }
  const s = parsed.data
  const together = (a: string, b: string, one: unknown, other: unknown) => {
    if ((one === undefined) !== (other === undefined)) throw new SettingsError(`${a} and ${b} are set together`)
  }
  together('ADMIN_EMAIL', 'ADMIN_PASSWORD', s.ADMIN_EMAIL, s.ADMIN_PASSWORD)
  together('S3_ENDPOINT', 'S3_BUCKET', s.S3_ENDPOINT, s.S3_BUCKET)
  together('S3_ENDPOINT', 'S3_ACCESS_KEY_ID', s.S3_ENDPOINT, s.S3_ACCESS_KEY_ID)
  together('S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', s.S3_ACCESS_KEY_ID, s.S3_SECRET_ACCESS_KEY)
  together('FORM_MAIL_URL', 'FORM_MAIL_KEY', s.FORM_MAIL_URL, s.FORM_MAIL_KEY)
  if (s.DATABASE_REPLICA_URL && !s.DATABASE_URL) {
    throw new SettingsError('DATABASE_REPLICA_URL is of no use without DATABASE_URL')
  }
  if (s.SHOP_MODE === 'live') requireLiveSettings(s)

  return Object.freeze({
    port: s.PORT,
    host: s.HOST,
    dataDir: s.DATA_DIR,
    databaseUrl: s.DATABASE_URL,
    databaseReplicaUrl: s.DATABASE_REPLICA_URL,
    databaseConnections: s.DATABASE_CONNECTIONS,
    mode: s.SHOP_MODE,
    publicUrl: (s.PUBLIC_URL ?? `http://${s.HOST.includes(':') ? `[${s.HOST}]` : s.HOST}:${s.PORT}`).replace(
      /\/+$/,
      '',
    ),
    authSecret: s.AUTH_SECRET,
    admin:
      s.ADMIN_EMAIL && s.ADMIN_PASSWORD
        ? { email: s.ADMIN_EMAIL.toLowerCase(), password: s.ADMIN_PASSWORD }
        : undefined,
    smtpUrl: s.SMTP_URL,
    mailFrom: s.MAIL_FROM ?? `${s.SHOP_NAME} <${s.SHOP_EMAIL}>`,
    shopName: s.SHOP_NAME,
    shopEmail: s.SHOP_EMAIL,
    instagramUrl: s.SHOP_INSTAGRAM_URL,
    paymentProvider: s.PAYMENT_PROVIDER,
    iyzico: s.PAYMENT_PROVIDER === 'iyzico' ? iyzicoSettings(s) : undefined,
    threeDs: s.PAYMENT_3DS,
    holdMinutes: s.HOLD_MINUTES,
    faultAt: source.NODE_ENV === 'test' ? source.FAULT_AT : undefined,
    rateLimitScale: s.RATE_LIMIT_SCALE,
    patience: { headers: Math.min(s.HEADER_SECONDS, s.REQUEST_SECONDS), request: s.REQUEST_SECONDS },
    drainSeconds: s.DRAIN_SECONDS,
    trustProxy: s.TRUST_PROXY,
    passwordCost: { memoryKib: s.PASSWORD_MEMORY_KIB, passes: s.PASSWORD_PASSES },
    legal: Object.fromEntries(
      Object.entries(legalNames).flatMap(([name, variable]) => {
        const value = s[variable]
        return value ? [[name, value]] : []
      }),
    ),
    tracing: s.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: s.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, ''),
          headers: Object.fromEntries(
            (s.OTEL_EXPORTER_OTLP_HEADERS?.split(',') ?? []).map((pair) => {
              const [name = '', ...value] = pair.split('=')
              return [name.trim(), decodeURIComponent(value.join('=').trim())]
            }),
          ),
          service: s.OTEL_SERVICE_NAME,
        }
      : undefined,
    formMail: s.FORM_MAIL_URL && s.FORM_MAIL_KEY ? { url: s.FORM_MAIL_URL, key: s.FORM_MAIL_KEY } : undefined,
    s3:
      s.S3_ENDPOINT && s.S3_BUCKET && s.S3_ACCESS_KEY_ID && s.S3_SECRET_ACCESS_KEY
        ? {
            endpoint: s.S3_ENDPOINT.replace(/\/+$/, ''),
            bucket: s.S3_BUCKET,
            region: s.S3_REGION,
            accessKeyId: s.S3_ACCESS_KEY_ID,
            secretAccessKey: s.S3_SECRET_ACCESS_KEY,
          }
        : undefined,
  })
}

function iyzicoSettings(s: z.infer<typeof Source>) {
  const { IYZICO_API_KEY: apiKey, IYZICO_SECRET_KEY: secretKey, IYZICO_BASE_URL: baseUrl } = s
  if (!apiKey || !secretKey || !baseUrl) {
    const missing = (['IYZICO_API_KEY', 'IYZICO_SECRET_KEY', 'IYZICO_BASE_URL'] as const).filter((name) => !s[name])
    throw new SettingsError(`PAYMENT_PROVIDER=iyzico cannot start: ${missing.join(', ')} missing`)
  }
  return { apiKey, secretKey, baseUrl: baseUrl.replace(/\/+$/, ''), identityNumber: s.IYZICO_IDENTITY_NUMBER }
}

/** A live shop takes real money and sends real mail: nothing of the demo may be left. */
function requireLiveSettings(s: z.infer<typeof Source>) {
  const missing = (['SMTP_URL', 'PUBLIC_URL', 'AUTH_SECRET'] as const).filter((name) => !s[name])
  const problems: string[] = missing.map((name) => `${name} is missing`)
  if (s.PAYMENT_PROVIDER === 'demo') problems.unshift('PAYMENT_PROVIDER is the demo one, which takes no real money')
  if (s.IYZICO_BASE_URL?.startsWith('http:')) problems.push('IYZICO_BASE_URL is not https')
  if (problems.length > 0) throw new SettingsError(`SHOP_MODE=live is not ready: ${problems.join('; ')}`)
}
