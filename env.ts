import { z } from 'zod'
import { findLiveProblems } from './server/live-settings.ts'
import { Source } from './server/setting-list.ts'
import { memoryAllowed } from './shop/media/memory.ts'
import { type ProviderConfig, type ProviderName, providerNames, providerSettings } from './shop/payments/settings.ts'
import { withoutSlash } from './shop/setting.ts'
import { type ShippingConfig, type ShippingName, shippingSettings } from './shop/shipping/settings.ts'

/** Reads the settings (server/setting-list.ts) from the environment or a `.env` file, and what the panel saved of them. */

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

/** As readEnv, before the database is open: settings that it may hold, or that a live shop needs, may still be missing. */
export function readEnvFirst(source: Given): Env {
  return keepSource(envOf(parsed(source), source, nothingSaved, { mayLack: true }), source)
}

/** The settings that were saved in the panel (shop/settings/server); `lost` names those that cannot be read any more. */
export type SavedSettings = { values: Readonly<Record<string, string>>; lost: readonly string[] }
const nothingSaved: SavedSettings = { values: {}, lost: [] }

/** The key under which settings keep their source: a symbol by name, as the build has its own copy of this file. Not copied, not logged. */
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
    checkoutsAtOnce: s.CHECKOUTS_AT_ONCE ?? Math.ceil(s.DATABASE_CONNECTIONS / 2),
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
    mailBounces: s.MAIL_BOUNCES?.toLowerCase(),
    mailFrom: s.MAIL_FROM ?? `${s.SHOP_NAME} <${s.SHOP_EMAIL}>`,
    shopName: s.SHOP_NAME,
    shopEmail: s.SHOP_EMAIL,
    instagramUrl: s.SHOP_INSTAGRAM_URL,
    paymentProvider: s.PAYMENT_PROVIDER,
    paymentStandby: s.PAYMENT_STANDBY,
    ...configOf(chosenOf(s), source, mayLack),
    /** Saved settings that cannot be read, as their key is gone. The parts that need them stand still. */
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
    keptMemoryMb: s.KEPT_MEMORY_MB ?? Math.min(64, Math.floor(memoryAllowed() / 8e6)),
    edgeSeconds: s.EDGE_SECONDS,
    /** Seconds. */
    timeouts: { headers: Math.min(s.HEADER_SECONDS, s.REQUEST_SECONDS), request: s.REQUEST_SECONDS },
    drainSeconds: s.DRAIN_SECONDS,
    trustProxy: s.TRUST_PROXY,
    metricsToken: s.METRICS_TOKEN,
    passwordCost: { memoryKib: s.PASSWORD_MEMORY_KIB, passes: s.PASSWORD_PASSES },
    legal: legalOf(s),
    tracing: tracingOf(s),
    formMail: s.FORM_MAIL_URL && s.FORM_MAIL_KEY ? { url: s.FORM_MAIL_URL, key: s.FORM_MAIL_KEY } : undefined,
    s3: bucketOf(s, ''),
    backupS3: bucketOf(s, 'BACKUP_'),
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
  const lines = wrong.map((issue) => `${issue.path.join('.')} ${issue.message}`)
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
  ['BACKUP_S3_ENDPOINT', 'BACKUP_S3_BUCKET'],
  ['BACKUP_S3_ENDPOINT', 'BACKUP_S3_ACCESS_KEY_ID'],
  ['BACKUP_S3_ACCESS_KEY_ID', 'BACKUP_S3_SECRET_ACCESS_KEY'],
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

function bucketOf(s: Source, prefix: '' | 'BACKUP_') {
  const [endpoint, bucket] = [s[`${prefix}S3_ENDPOINT`], s[`${prefix}S3_BUCKET`]]
  const [id, key] = [s[`${prefix}S3_ACCESS_KEY_ID`], s[`${prefix}S3_SECRET_ACCESS_KEY`]]
  if (!endpoint || !bucket || !id || !key) return undefined
  const region = s[`${prefix}S3_REGION`]
  return { endpoint: withoutSlash(endpoint), bucket, region, accessKeyId: id, secretAccessKey: key }
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
