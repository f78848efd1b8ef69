import { Resolver } from 'node:dns'
import { z } from 'zod'
import { isPostgresUrl } from '../db/hosts.ts'
import { providerNames, providerSettings } from '../shop/payments/settings.ts'
import { httpUrl, oneOf, secret, setting } from '../shop/setting.ts'
import { demoBrand } from '../shop/settings/demo-brand.ts'
import { shippingNames, shippingSettings } from '../shop/shipping/settings.ts'

/**
 * The shop's settings: name, type, default and meaning of each, once. docs/settings.md is made from it
 * (`npx node scripts/settings.ts --write`); env.ts reads them.
 */
const text = z.string()
function whole(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`
  // 0x50 or 8e3 is a number to a program only, and was hardly meant.
  const inDigits = (value: unknown) => (typeof value === 'string' && !/^\s*\d+\s*$/.test(value) ? Number.NaN : value)
  return z.preprocess(inDigits, z.coerce.number({ error }).int(error).min(min, error).max(max, error))
}
const aboveNought = 'must be a number above 0'
const decimal = (value: unknown) =>
  typeof value === 'string' && !/^\s*\d+(\.\d+)?\s*$/.test(value) ? Number.NaN : value
const longText = (min: number) => text.min(min, `must be at least ${min} characters long`)
const asPostgresUrl = 'must be an address such as postgres://user:password@host:5432/butik'
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, error: asPostgresUrl })
const postgresUrls = text.refine(isPostgresUrl, asPostgresUrl)
const email = z.email('must be an e-mail address')
const legalText = text.trim().max(300, 'must be at most 300 characters long').optional()

const sender = /^([^<>]*<[^@\s<>]+@[^@\s<>]+>|[^@\s<>]+@[^@\s<>]+)$/
const asHeaders = 'must be name=value,name=value, with a percent sign written as %25'

/** Paths are appended to it, so it has none, nor anything after one. */
function isOrigin(url: string): boolean {
  return !URL.canParse(url) || (/^\/*$/.test(new URL(url).pathname) && !/[?#]/.test(url))
}

function areServers(list: string): boolean {
  return succeeds(() => new Resolver().setServers(list.split(',').map((server) => server.trim())))
}

function isEncoded(value: string): boolean {
  return succeeds(() => decodeURIComponent(value))
}

function succeeds(attempt: () => unknown): boolean {
  try {
    attempt()
    return true
  } catch {
    return false
  }
}

const serving = {
  PORT: setting(whole(0, 65_535).default(3000), 'the port that it listens on'),
  HOST: setting(text.default('127.0.0.1'), 'the address that it listens on'),
  SHOP_MODE: setting(
    oneOf(['demo', 'live']).default('demo'),
    '`live`: nothing is seeded, and the start insists on a real payment provider, SMTP, an https `PUBLIC_URL`, `AUTH_SECRET` and the legal settings, and refuses secrets that can be guessed',
  ),
  PUBLIC_URL: setting(
    httpUrl.refine(isOrigin, 'must be an address without path: https://dukkan.example').optional(),
    'base of links in mails, canonical addresses, payment callbacks',
    {
      default: '`http://HOST:PORT`',
    },
  ),
  TRUST_PROXY: setting(whole(0, 10).default(0), 'how many proxies in front may name the client’s address'),
  RATE_LIMIT_SCALE: setting(
    z.preprocess(decimal, z.coerce.number({ error: aboveNought }).positive(aboveNought).default(1)),
    'multiplies every request limit',
  ),
  KEPT_MEMORY_MB: setting(
    whole(8, 65_536).optional(),
    'megabytes that public answers, pictures and built files may take in the memory of one process',
    { default: '64, or an eighth of what the machine or container has' },
  ),
  EDGE_SECONDS: setting(
    whole(0, 60).default(0),
    'seconds for which a cache in front (a CDN, Varnish) may keep public pages and answers ([how](front.md#a-cache-in-front)); with 0 it asks for each',
  ),
  HEADER_SECONDS: setting(whole(1, 300).default(20), 'seconds that a client may take to send a request’s headers'),
  REQUEST_SECONDS: setting(whole(1, 3600).default(120), 'seconds that a client may take to send a whole request'),
  DRAIN_SECONDS: setting(
    whole(0, 30).default(0),
    'seconds after SIGTERM for which `/readyz` says 503 while requests are still taken, so that a balancer looks elsewhere; above 0 a start lets nobody in before the shop is open',
  ),
}

const storage = {
  DATA_DIR: setting(text.default('./data'), 'embedded database, pictures, mails when there is no SMTP'),
  DATABASE_URL: secret(
    postgresUrls.optional(),
    'a PostgreSQL (15 or newer) instead of the embedded database; [several servers](scaling.md#a-database-that-fails-over) with commas between them: `postgres://user:password@one:5432,two:5432/butik`',
  ),
  DATABASE_REPLICA_URL: secret(
    postgresUrl.optional(),
    'one streaming replica of it, which public pages are read from while it holds every change',
  ),
  DATABASE_CONNECTIONS: setting(
    whole(2, 500).default(10),
    'connections that the requests of one process share ([how many in all](scaling.md#connections))',
  ),
  CHECKOUTS_AT_ONCE: setting(
    whole(1, 500).optional(),
    'purchases that one process writes at once; while many more come they wait in [a fair line](line.md)',
    { default: 'half of `DATABASE_CONNECTIONS`' },
  ),
  S3_ENDPOINT: setting(httpUrl.optional(), 'a bucket for pictures instead of `DATA_DIR`; set with the three below'),
  S3_BUCKET: setting(text.optional(), 'its name'),
  S3_REGION: setting(text.default('auto'), 'its region'),
  S3_ACCESS_KEY_ID: setting(text.optional(), 'its key'),
  S3_SECRET_ACCESS_KEY: secret(text.optional(), 'its key’s secret'),
  BACKUP_S3_ENDPOINT: setting(
    httpUrl.optional(),
    'another bucket, to which each backup is copied ([how](operations.md#backups-in-a-bucket)); set with its name and key',
  ),
  BACKUP_S3_BUCKET: setting(text.optional(), 'its name'),
  BACKUP_S3_REGION: setting(text.default('auto'), 'its region'),
  BACKUP_S3_ACCESS_KEY_ID: setting(text.optional(), 'its key'),
  BACKUP_S3_SECRET_ACCESS_KEY: secret(text.optional(), 'its key’s secret'),
}

const accounts = {
  AUTH_SECRET: secret(
    longText(32).optional(),
    'signs access tokens and encrypts the secrets of two-step login ([another one](security.md#two-step-login))',
    { default: 'made once in demo mode' },
  ),
  ADMIN_EMAIL: setting(
    email.optional(),
    'the first start that names this admin makes the account; later ones leave it as it is',
  ),
  ADMIN_PASSWORD: secret(
    longText(6).max(128, 'must be at most 128 characters long').optional(),
    'the first admin’s password, set with `ADMIN_EMAIL`',
  ),
  PASSWORD_MEMORY_KIB: setting(
    whole(7168, 1_048_576).default(19_456),
    'KiB of memory that a password hash costs (argon2id); raised, each hash follows at its next login',
  ),
  PASSWORD_PASSES: setting(whole(1, 20).default(2), 'passes over that memory'),
}

const mail = {
  SMTP_URL: secret(
    z.url({ protocol: /^smtps?$/, error: 'must be an address such as smtps://user:password@host:465' }).optional(),
    'outgoing mail, `smtps://user:password@host:465`; `smtp://` insists on STARTTLS unless the server is on a private network',
  ),
  MAIL_FROM: setting(
    text.regex(sender, 'must be an address, or a name with one: Butik <merhaba@dukkan.example>').optional(),
    'the sender of mails',
    { default: '`SHOP_NAME <SHOP_EMAIL>`' },
  ),
  MAIL_BOUNCES: setting(
    email.regex(/^[^@+]{1,25}@/, 'must have at most 25 characters before the @, and no +').optional(),
    'where mails come back to: an address of a mail server that hands what arrives there to the shop ([how](mail.md#mails-that-come-back))',
    { default: 'the sender’s mailbox' },
  ),
  DNS_SERVERS: setting(
    text.refine(areServers, 'must be a list of IP addresses with commas').optional(),
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
    text.regex(/^.{3,11}$/, 'must be 3 to 11 characters long').optional(),
    'the originator that SMS show, as Netgsm has approved it',
  ),
  NETGSM_BASE_URL: setting(httpUrl.default('https://api.netgsm.com.tr'), 'its API'),
}

const brand = {
  SHOP_NAME: setting(
    text.trim().max(60, 'must be at most 60 characters long').refine(Boolean, 'must not be blank').default(demoBrand),
    'the brand, everywhere, until an admin changes it under *Ayarlar → Marka*; so are the next two',
  ),
  SHOP_EMAIL: setting(email.default('merhaba@narcicegi.example'), 'where shoppers write to'),
  SHOP_INSTAGRAM_URL: setting(httpUrl.default('https://www.instagram.com/narcicegi.example'), 'linked in the footer'),
}

const payments = {
  PAYMENT_PROVIDER: setting(
    oneOf(providerNames).default('demo'),
    'takes the money: the demo bank, iyzico ([how to set it up](payments.md#iyzico)) or PayTR ([how](payments.md#paytr))',
  ),
  PAYMENT_STANDBY: setting(
    oneOf(providerNames).optional(),
    'takes new payments while `PAYMENT_PROVIDER` does not answer; its keys are set too. Whoever has keys here is still asked about the payments it took',
  ),
  PAYMENT_3DS: setting(
    oneOf(['always', 'never', 'auto']).default('auto'),
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
    oneOf(shippingNames).optional(),
    'makes shipments with the carriers ([how to set it up](operations.md#shipments)); without it the owner enters tracking numbers',
  ),
}

const marketplace = {
  TRENDYOL_SELLER_ID: setting(
    text.regex(/^\d{1,12}$/, 'must be the number of the seller').optional(),
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
    longText(16).optional(),
    'shows `/metrics` to a collector from outside (`Authorization: Bearer …`); without it only to this machine and private networks',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    httpUrl.optional(),
    'where traces of requests, queries and payments go (OTLP over HTTP); without it none are made',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: secret(
    text
      .regex(/^[^=,]+=[^,]*(,[^=,]+=[^,]*)*$/, asHeaders)
      .refine(isEncoded, asHeaders)
      .optional(),
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

export const Source = z.object({
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
export type Source = z.infer<typeof Source>
