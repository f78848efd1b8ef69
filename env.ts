import { z } from 'zod'
import { findLiveProblems } from './server/live-settings.ts'
import { type ProviderConfig, type ProviderName, providerNames, providerSettings } from './shop/payments/settings.ts'
import { httpUrl, secret, setting, withoutSlash } from './shop/setting.ts'
import { demoBrand } from './shop/settings/demo-brand.ts'
import { type ShippingConfig, type ShippingName, shippingNames, shippingSettings } from './shop/shipping/settings.ts'

/**
 * The shop's settings, from the environment or a `.env` file: name, type, default and meaning of each, once. This file is
 * the only reader of process.env; docs/settings.md is made from it (`npx node scripts/settings.ts --write`).
 */
const text = z.string()
const whole = (min: number, max: number) => z.coerce.number().int().min(min).max(max)
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/ })
const legalText = text.trim().max(300).optional()

const serving = {
  PORT: setting(whole(0, 65_535).default(3000), 'the port that it listens on'),
  HOST: setting(text.default('127.0.0.1'), 'the address that it listens on'),
  SHOP_MODE: setting(
    z.enum(['demo', 'live']).default('demo'),
    '`live`: nothing is seeded, and the start insists on a real payment provider, SMTP, an https `PUBLIC_URL`, `AUTH_SECRET` and the legal settings, and refuses secrets that can be guessed',
  ),
  PUBLIC_URL: setting(httpUrl.optional(), 'base of links in mails, canonical addresses, payment callbacks', {
    default: '`http://HOST:PORT`',
  }),
  TRUST_PROXY: setting(whole(0, 10).default(0), 'how many proxies in front may name the client’s address'),
  RATE_LIMIT_SCALE: setting(z.coerce.number().positive().default(1), 'multiplies every request limit'),
  KEPT_MEMORY_MB: setting(
    whole(8, 65_536).default(64),
    'megabytes that public answers, pictures and built files may take in the memory of one process',
  ),
  HEADER_SECONDS: setting(whole(1, 300).default(20), 'seconds that a client may take to send a request’s headers'),
  REQUEST_SECONDS: setting(whole(1, 3600).default(120), 'seconds that a client may take to send a whole request'),
  DRAIN_SECONDS: setting(
    whole(0, 30).default(0),
    'seconds after SIGTERM for which `/readyz` says 503 while requests are still taken, so that a balancer looks elsewhere',
  ),
}

const storage = {
  DATA_DIR: setting(text.default('./data'), 'embedded database, pictures, mails when there is no SMTP'),
  DATABASE_URL: secret(postgresUrl.optional(), 'a PostgreSQL (15 or newer) instead of the embedded database'),
  DATABASE_REPLICA_URL: secret(
    postgresUrl.optional(),
    'one streaming replica of it, which public pages are read from while it holds every change',
  ),
  DATABASE_CONNECTIONS: setting(
    whole(2, 500).default(10),
    'connections that the requests of one process share ([how many in all](scaling.md#connections))',
  ),
  S3_ENDPOINT: setting(httpUrl.optional(), 'a bucket for pictures instead of `DATA_DIR`; set with the three below'),
  S3_BUCKET: setting(text.optional(), 'its name'),
  S3_REGION: setting(text.default('auto'), 'its region'),
  S3_ACCESS_KEY_ID: setting(text.optional(), 'its key'),
  S3_SECRET_ACCESS_KEY: secret(text.optional(), 'its key’s secret'),
}

const accounts = {
  AUTH_SECRET: secret(
    text.min(32).optional(),
    'signs access tokens and encrypts the secrets of two-step login ([another one](security.md#two-step-login))',
    { default: 'made once in demo mode' },
  ),
  ADMIN_EMAIL: setting(
    z.email().optional(),
    'the first start that names this admin makes the account; later ones leave it as it is',
  ),
  ADMIN_PASSWORD: secret(text.min(6).max(128).optional(), 'the first admin’s password, set with `ADMIN_EMAIL`'),
  PASSWORD_MEMORY_KIB: setting(
    whole(7168, 1_048_576).default(19_456),
    'KiB of memory that a password hash costs (argon2id); raised, each hash follows at its next login',
  ),
  PASSWORD_PASSES: setting(whole(1, 20).default(2), 'passes over that memory'),
}

const mail = {
  SMTP_URL: secret(
    z.url({ protocol: /^smtps?$/ }).optional(),
    'outgoing mail, `smtps://user:password@host:465`; `smtp://` insists on STARTTLS unless the server is on a private network',
  ),
  MAIL_FROM: setting(text.optional(), 'the sender of mails', { default: '`SHOP_NAME <SHOP_EMAIL>`' }),
  DNS_SERVERS: setting(
    text.regex(/^[\d.:a-f[\]]+(, ?[\d.:a-f[\]]+)*$/i, 'is a list of addresses with commas').optional(),
    'who is asked for the records of the sender’s and the shop’s domain when they are set up',
    { default: 'those of the machine' },
  ),
  FORM_MAIL_URL: setting(httpUrl.optional(), 'a form-to-mail service that gets the visitors’ messages'),
  FORM_MAIL_KEY: secret(text.optional(), 'its key; both are set together'),
}

const sms = {
  NETGSM_USERCODE: setting(
    text.optional(),
    'a subscriber number at Netgsm: the code of an order at the door goes to mobiles of Türkiye by SMS instead of mail; set with the two below',
  ),
  NETGSM_PASSWORD: secret(text.optional(), 'the password of its API user'),
  NETGSM_HEADER: setting(
    text.regex(/^.{3,11}$/, 'is 3 to 11 characters long').optional(),
    'the originator that SMS show, as Netgsm has approved it',
  ),
  NETGSM_BASE_URL: setting(httpUrl.default('https://api.netgsm.com.tr'), 'its API'),
}

const brand = {
  SHOP_NAME: setting(
    text.max(60).default(demoBrand),
    'the brand, everywhere, until an admin changes it under *Ayarlar → Marka*; so are the next two',
  ),
  SHOP_EMAIL: setting(z.email().default('merhaba@narcicegi.example'), 'where shoppers write to'),
  SHOP_INSTAGRAM_URL: setting(httpUrl.default('https://www.instagram.com/narcicegi.example'), 'linked in the footer'),
}

const payments = {
  PAYMENT_PROVIDER: setting(
    z.enum(providerNames).default('demo'),
    'takes the money: the demo bank, iyzico ([how to set it up](payments.md#iyzico)) or PayTR ([how](payments.md#paytr))',
  ),
  PAYMENT_STANDBY: setting(
    z.enum(providerNames).optional(),
    'takes new payments while `PAYMENT_PROVIDER` does not answer; its keys are set too. Whoever has keys here is still asked about the payments it took',
  ),
  PAYMENT_3DS: setting(
    z.enum(['always', 'never', 'auto']).default('auto'),
    'when the bank asks the shopper; `auto` is the provider’s own rule',
  ),
  HOLD_MINUTES: setting(whole(1, 120).default(10), 'minutes that stock waits for a shopper who is at her bank'),
  HOLD_UNITS: setting(
    whole(1, 10_000).default(30),
    'the most units that one account may hold without having paid; one address twice as many',
  ),
  HOLD_SHARE: setting(whole(1, 100).default(50), 'percent of each size that it may hold so, though always 5 units'),
}

const shipping = {
  SHIPPING_PROVIDER: setting(
    z.enum(shippingNames).optional(),
    'makes shipments with the carriers ([how to set it up](operations.md#shipments)); without it the owner enters tracking numbers',
  ),
}

const marketplace = {
  TRENDYOL_SELLER_ID: setting(
    text.regex(/^\d{1,12}$/, 'is the number of the seller').optional(),
    'the shop’s number at Trendyol: stock and prices are sent there and its orders read ([how to set it up](channels.md)); set with the two below',
  ),
  TRENDYOL_API_KEY: secret(
    text.optional(),
    'the API key of Trendyol’s seller panel, *Hesap Bilgilerim → Entegrasyon Bilgileri*',
  ),
  TRENDYOL_API_SECRET: secret(text.optional(), 'its secret'),
  TRENDYOL_BASE_URL: setting(httpUrl.default('https://apigw.trendyol.com/integration'), 'its API'),
}

const legal = {
  LEGAL_MERCHANT_TITLE: setting(
    legalText,
    'the seller’s title as registered; what an admin saves under *Ayarlar → Yasal bilgiler* comes before all of these ([why](law.md))',
  ),
  LEGAL_MERSIS: setting(legalText, 'MERSİS number'),
  LEGAL_TRADE_REGISTRY: setting(legalText, 'number in the trade register'),
  LEGAL_CHAMBER: setting(legalText, 'chamber of commerce'),
  LEGAL_TAX_OFFICE: setting(legalText, 'tax office'),
  LEGAL_TAX_NUMBER: setting(legalText, 'tax number'),
  LEGAL_ADDRESS: setting(legalText, 'the seller’s address'),
  LEGAL_PHONE: setting(legalText, 'the seller’s phone'),
  LEGAL_KEP: setting(legalText, 'registered e-mail (KEP)'),
  LEGAL_RETURN_CARRIER: setting(legalText, 'carrier for returns'),
  LEGAL_RETURN_ADDRESS: setting(legalText, 'where returns are sent'),
  LEGAL_ETBIS: setting(legalText, 'the ministry’s page of the shop’s registration (ETBİS)'),
}

const watching = {
  METRICS_TOKEN: secret(
    text.min(16).optional(),
    'shows `/metrics` to a collector from outside (`Authorization: Bearer …`); without it only to this machine and private networks',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    httpUrl.optional(),
    'where traces of requests, queries and payments go (OTLP over HTTP); without it none are made',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: secret(
    text.regex(/^[^=,]+=[^,]*(,[^=,]+=[^,]*)*$/, 'name=value,name=value').optional(),
    'sent along, `name=value,name=value`',
  ),
  OTEL_SERVICE_NAME: setting(text.default('butik'), 'the name that traces have'),
}

/** In the order of docs/settings.md. */
export const settingGroups = {
  'The server': serving,
  'Database and files': storage,
  Accounts: accounts,
  Mail: mail,
  SMS: sms,
  Brand: brand,
  Payments: payments,
  ...Object.fromEntries(Object.values(providerSettings).map(({ title, schema }) => [title, schema])),
  Shipments: shipping,
  ...Object.fromEntries(Object.values(shippingSettings).map(({ title, schema }) => [title, schema])),
  Trendyol: marketplace,
  'The seller, for contracts and policy pages': legal,
  'Metrics and traces': watching,
}

const Source = z.object({
  ...serving,
  ...storage,
  ...accounts,
  ...mail,
  ...sms,
  ...brand,
  ...payments,
  ...shipping,
  ...marketplace,
  ...legal,
  ...watching,
})
type Source = z.infer<typeof Source>

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
  etbis: 'LEGAL_ETBIS',
} as const

/** Settings are wrong: one line for the person who starts the shop. */
export class SettingsError extends Error {}

type Given = Record<string, string | undefined>

export type Env = Readonly<ReturnType<typeof envOf>>

/** Reads and checks the settings; throws SettingsError naming each wrong one. */
export function readEnv(source: Given): Env {
  const s = parsed(source)
  requireReady(s, source, nothingSaved)
  return keepSource(envOf(s, source, nothingSaved), source)
}

/** As readEnv, before the database is open: what may be saved there, and what a live shop needs of it, is not missed yet. */
export function readEnvFirst(source: Given): Env {
  return keepSource(envOf(parsed(source), source, nothingSaved, { mayLack: true }), source)
}

/** What the panel saved of the settings (shop/settings/server); `lost` names those that cannot be read any more. */
export type SavedSettings = { values: Readonly<Record<string, string>>; lost: readonly string[] }
const nothingSaved: SavedSettings = { values: {}, lost: [] }

/** Under which settings keep what they were read from; the build has this file once more. Neither copied nor logged. */
const kept = Symbol.for('butik.settings-source')

function keepSource(env: Env, source: Given): Env {
  return Object.freeze(Object.defineProperty({ ...env }, kept, { value: { ...source } }))
}

function sourceOf(env: Env): Given | undefined {
  return (env as { [kept]?: Given })[kept]
}

/** The settings with what the panel saved, wherever the environment says nothing. SettingsError as in readEnv. */
export function withSaved(env: Env, saved: SavedSettings): Env {
  const given = sourceOf(env)
  if (!given) throw new Error('these settings were not read from an environment')
  const own = valuesSet(env)
  const values = Object.fromEntries(Object.entries(saved.values).filter(([name]) => !(name in own)))
  const all = { ...given, ...values }
  // Real money is taken once the shop is live, not for the goods of the demo.
  const isDemo = (all.SHOP_MODE || 'demo') === 'demo'
  const source = isDemo ? { ...all, PAYMENT_PROVIDER: given.PAYMENT_PROVIDER } : all
  const s = parsed(source)
  requireReady(s, source, saved)
  const next = isDemo && all.PAYMENT_PROVIDER ? upcomingOf(all) : undefined
  return keepSource({ ...envOf(s, source, saved), upcoming: next }, given)
}

/** The settings that the environment itself makes: nobody changes them from the panel. */
export function valuesSet(env: Env): Record<string, string> {
  return Object.fromEntries(
    Object.entries(sourceOf(env) ?? {}).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  )
}

/** The provider that takes over once the shop is live; undefined while its keys are not complete. */
function upcomingOf(all: Given) {
  const { PAYMENT_PROVIDER: name } = parsed(all)
  const reading = providerSettings[name].read(all)
  return 'missing' in reading ? undefined : { paymentProvider: name, ...(reading.config as ProviderConfig) }
}

/** A live shop that the panel made so keeps its own AUTH_SECRET. Where saved keys are lost it opens and takes no payments. */
function requireReady(s: Source, source: Given, { values, lost }: SavedSettings): void {
  requireTogether(s)
  if (s.SHOP_MODE !== 'live') return
  const ofProviders = chosenOf(s).flatMap((name) => providerSettings[name].findLiveProblems(source))
  const ofShipping = s.SHIPPING_PROVIDER ? shippingSettings[s.SHIPPING_PROVIDER].findLiveProblems(source) : []
  const needed = findLiveProblems(s, [...ofProviders, ...ofShipping], { ownSecret: values.SHOP_MODE === 'live' })
  const problems = needed.filter((problem) => !lost.some((name) => problem === `${name} is missing`))
  if (problems.length > 0) throw new SettingsError(`SHOP_MODE=live is not ready: ${problems.join('; ')}`)
}

function envOf(s: Source, source: Given, { lost }: SavedSettings, { mayLack = lost.length > 0 } = {}) {
  return {
    port: s.PORT,
    host: s.HOST,
    dataDir: s.DATA_DIR,
    databaseUrl: s.DATABASE_URL,
    databaseReplicaUrl: s.DATABASE_REPLICA_URL,
    databaseConnections: s.DATABASE_CONNECTIONS,
    mode: s.SHOP_MODE,
    publicUrl: withoutSlash(s.PUBLIC_URL ?? `http://${s.HOST.includes(':') ? `[${s.HOST}]` : s.HOST}:${s.PORT}`),
    publicUrlSet: s.PUBLIC_URL !== undefined,
    authSecret: s.AUTH_SECRET,
    admin:
      s.ADMIN_EMAIL && s.ADMIN_PASSWORD
        ? { email: s.ADMIN_EMAIL.toLowerCase(), password: s.ADMIN_PASSWORD }
        : undefined,
    smtpUrl: s.SMTP_URL,
    sms: smsOf(s),
    mailFrom: s.MAIL_FROM ?? `${s.SHOP_NAME} <${s.SHOP_EMAIL}>`,
    shopName: s.SHOP_NAME,
    shopEmail: s.SHOP_EMAIL,
    instagramUrl: s.SHOP_INSTAGRAM_URL,
    paymentProvider: s.PAYMENT_PROVIDER,
    paymentStandby: s.PAYMENT_STANDBY,
    ...configOf(chosenOf(s), source, mayLack),
    /** Saved settings that cannot be read: their key is gone. What needs them stands still. */
    lostSettings: lost,
    /** In a demo: the provider whose keys the panel has saved. */
    upcoming: undefined as (ProviderConfig & { paymentProvider: ProviderName }) | undefined,
    dnsServers: s.DNS_SERVERS?.split(',').map((server) => server.trim()),
    ...shippingOf(s.SHIPPING_PROVIDER, source),
    trendyol: trendyolOf(s),
    threeDs: s.PAYMENT_3DS,
    holdMinutes: s.HOLD_MINUTES,
    hold: { units: s.HOLD_UNITS, sharePercent: s.HOLD_SHARE },
    /** Tests only: the step of a payment at which the process ends itself as a crash would. */
    faultAt: source.NODE_ENV === 'test' ? source.FAULT_AT : undefined,
    rateLimitScale: s.RATE_LIMIT_SCALE,
    keptMemoryMb: s.KEPT_MEMORY_MB,
    /** Seconds. */
    timeouts: { headers: Math.min(s.HEADER_SECONDS, s.REQUEST_SECONDS), request: s.REQUEST_SECONDS },
    drainSeconds: s.DRAIN_SECONDS,
    trustProxy: s.TRUST_PROXY,
    metricsToken: s.METRICS_TOKEN,
    passwordCost: { memoryKib: s.PASSWORD_MEMORY_KIB, passes: s.PASSWORD_PASSES },
    legal: legalOf(s),
    tracing: tracingOf(s),
    formMail: s.FORM_MAIL_URL && s.FORM_MAIL_KEY ? { url: s.FORM_MAIL_URL, key: s.FORM_MAIL_KEY } : undefined,
    s3: bucketOf(s),
  }
}

function parsed(source: Given): Source {
  const { data, error } = Source.safeParse(source)
  // Those of a provider that is not chosen must be right too.
  const ofProviders = [...Object.values(providerSettings), ...Object.values(shippingSettings)].map(
    ({ schema }) => z.object(schema).safeParse(source).error,
  )
  const wrong = [error, ...ofProviders].flatMap((error) => error?.issues ?? [])
  if (data && wrong.length === 0) return data
  const lines = wrong.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new SettingsError(`wrong settings: ${lines.join('; ')}`)
}

/** The config of the chosen provider of shipments; its required settings must be there. */
function shippingOf(name: ShippingName | undefined, source: Given) {
  const config: ShippingConfig = {}
  if (!name) return { ...config, shippingProvider: undefined }
  const reading = shippingSettings[name].read(source)
  if ('missing' in reading)
    throw new SettingsError(`SHIPPING_PROVIDER=${name} cannot start: ${reading.missing.join(', ')} missing`)
  return { ...config, ...reading.config, shippingProvider: name }
}

const pairs = [
  ['ADMIN_EMAIL', 'ADMIN_PASSWORD'],
  ['S3_ENDPOINT', 'S3_BUCKET'],
  ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID'],
  ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ['FORM_MAIL_URL', 'FORM_MAIL_KEY'],
  ['NETGSM_USERCODE', 'NETGSM_PASSWORD'],
  ['NETGSM_USERCODE', 'NETGSM_HEADER'],
  ['TRENDYOL_SELLER_ID', 'TRENDYOL_API_KEY'],
  ['TRENDYOL_SELLER_ID', 'TRENDYOL_API_SECRET'],
] as const

function requireTogether(s: Source): void {
  for (const [one, other] of pairs)
    if ((s[one] === undefined) !== (s[other] === undefined))
      throw new SettingsError(`${one} and ${other} are set together`)
  if (s.DATABASE_REPLICA_URL && !s.DATABASE_URL)
    throw new SettingsError('DATABASE_REPLICA_URL is of no use without DATABASE_URL')
}

function legalOf(s: Source): Partial<Record<keyof typeof legalNames, string>> {
  const found = Object.entries(legalNames).map(([name, variable]) => [name, s[variable]])
  return Object.fromEntries(found.filter(([, value]) => value))
}

function tracingOf(s: Source) {
  if (!s.OTEL_EXPORTER_OTLP_ENDPOINT) return undefined
  const headers = (s.OTEL_EXPORTER_OTLP_HEADERS?.split(',') ?? []).map((pair) => {
    const [name = '', ...value] = pair.split('=')
    return [name.trim(), decodeURIComponent(value.join('=').trim())]
  })
  return {
    endpoint: withoutSlash(s.OTEL_EXPORTER_OTLP_ENDPOINT),
    headers: Object.fromEntries(headers) as Record<string, string>,
    service: s.OTEL_SERVICE_NAME,
  }
}

function bucketOf(s: Source) {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: key } = s
  if (!endpoint || !bucket || !id || !key) return undefined
  return { endpoint: withoutSlash(endpoint), bucket, region: s.S3_REGION, accessKeyId: id, secretAccessKey: key }
}

function smsOf({
  NETGSM_USERCODE: usercode,
  NETGSM_PASSWORD: password,
  NETGSM_HEADER: header,
  NETGSM_BASE_URL,
}: Source) {
  if (!usercode || !password || !header) return undefined
  return { usercode, password, header, baseUrl: withoutSlash(NETGSM_BASE_URL) }
}

function trendyolOf({
  TRENDYOL_SELLER_ID: sellerId,
  TRENDYOL_API_KEY: apiKey,
  TRENDYOL_API_SECRET: apiSecret,
  TRENDYOL_BASE_URL,
}: Source) {
  if (!sellerId || !apiKey || !apiSecret) return undefined
  return { sellerId, apiKey, apiSecret, baseUrl: withoutSlash(TRENDYOL_BASE_URL) }
}

function chosenOf({ PAYMENT_PROVIDER: first, PAYMENT_STANDBY: standby }: Source): ProviderName[] {
  return standby && standby !== first ? [first, standby] : [first]
}

/** The configs of all providers whose keys are there, and the names of those beside the first; the chosen ones must have them. */
function configOf(chosen: ProviderName[], source: Given, mayLack: boolean) {
  const config: ProviderConfig = {}
  const others: ProviderName[] = []
  for (const name of providerNames) {
    const reading = providerSettings[name].read(source)
    if ('missing' in reading) {
      if (!chosen.includes(name) || mayLack) continue
      const setting = name === chosen[0] ? 'PAYMENT_PROVIDER' : 'PAYMENT_STANDBY'
      throw new SettingsError(`${setting}=${name} cannot start: ${reading.missing.join(', ')} missing`)
    }
    Object.assign(config, reading.config)
    // The demo bank has no keys: it is there only where it is chosen.
    const isSetUp = name !== chosen[0] && (chosen.includes(name) || Object.keys(reading.config).length > 0)
    if (isSetUp) others.push(name)
  }
  return { ...config, otherProviders: others }
}
