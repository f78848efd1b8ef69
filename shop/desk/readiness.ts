/**
 * Lists what a live shop lacks: to the panel all of it, and to the start the law's part, without which it refuses to start.
 */

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { and, desc, gt, isNotNull, isNull } from 'drizzle-orm'
import { hasGeneratedPassword } from '../accounts/admins.ts'
import { sumProductCounts } from '../catalog/product-counts.ts'
import { findMarketOverview } from '../channels/market/overview.ts'
import { checkWays } from '../checkout/ways/ways.ts'
import { type Ctx, requireRight } from '../ctx.ts'
import { mails } from '../mail/schema.ts'
import { providerSettings } from '../payments/settings.ts'
import { hasCharged } from '../payments/taken.ts'
import { findBrand } from '../settings/brand.ts'
import { lastBackupAt } from '../settings/last-backup.ts'
import { findBlankLegal } from '../settings/legal.ts'
import type { ShopPolicies } from '../settings/policies.ts'
import { fixedAmong, type ServerSetting, settledOutside } from '../settings/server/saved.ts'
import { findOwnTexts } from '../texts/own-texts.ts'
import { days } from '../time.ts'
import { holdsDemo } from './demo/found.ts'
import { mailErrorWords } from './mail-error-words.ts'

/** `todo` must be done before the shop opens; `advice` should be considered; `done` needs nothing. */
export type ReadinessState = 'done' | 'todo' | 'advice'

export type ReadinessItem = {
  id: string
  title: string
  state: ReadinessState
  /** The present state and, unless it is done, what to do. */
  text: string
  /** The panel's page to do it on; without one, it is done at the server. */
  link?: string
}

const labels: Partial<Record<keyof ShopPolicies, string>> = {
  merchantTitle: 'ticaret unvanı',
  mersis: 'MERSİS numarası (esnafsa vergi numarası)',
  address: 'merkez adresi',
  phone: 'telefon',
  kep: 'KEP adresi',
  returnCarrier: 'iade kargo firması',
  returnAddress: 'iade adresi',
}

/** 'Canlıya hazır mı?': everything that stands between this shop and its first real shopper. */
export async function checkReadiness(ctx: Ctx): Promise<{ ready: boolean; items: ReadinessItem[] }> {
  requireRight(ctx, 'settings')
  const items = [
    told(ctx, 'SHOP_MODE', modeItem(ctx)),
    told(ctx, 'PAYMENT_PROVIDER', paymentItem(ctx)),
    ...(await wayItems(ctx)),
    told(ctx, 'SMTP_URL', await smtpItem(ctx)),
    told(ctx, 'PUBLIC_URL', addressItem(ctx)),
    await secretItem(ctx),
    await legalItem(ctx),
    await brandItem(ctx),
    await textsItem(ctx),
    await productsItem(ctx),
    ...(await marketItem(ctx)),
    ...(await demoItem(ctx)),
    await passwordItem(ctx),
    await mailsItem(ctx),
    databaseItem(ctx),
    await backupItem(ctx),
    ...(await trialItem(ctx)),
  ]
  return { ready: items.every(({ state }) => state !== 'todo'), items }
}

/** An item that is either done or to be done. */
function item(id: string, title: string, done: boolean, yes: string, no: string, link?: string): ReadinessItem {
  return { id, title, state: done ? 'done' : 'todo', text: done ? yes : no, ...(link ? { link } : {}) }
}

function advice(entry: ReadinessItem): ReadinessItem {
  return entry.state === 'todo' ? { ...entry, state: 'advice' } : entry
}

/** Says where there is something to do that the panel cannot. */
function told(ctx: Ctx, name: ServerSetting, entry: ReadinessItem): ReadinessItem {
  if (entry.state === 'done' || fixedAmong(ctx, [name]).length === 0) return entry
  return { ...entry, text: `${entry.text} Bu ${settledOutside}` }
}

function modeItem({ config }: Ctx): ReadinessItem {
  return item(
    'mode',
    'Satış kipi',
    config.mode === 'live',
    'Mağaza canlı kipte; gerçek ödeme alır.',
    'Mağaza deneme kipinde. Öteki adımlar tamamlanınca yayına alın.',
    '/admin/kurulum?adim=live',
  )
}

function paymentItem({ config }: Ctx): ReadinessItem {
  const next = config.upcoming ?? config
  const { done, text } = providerSettings[next.paymentProvider].readiness(next)
  const lost = config.lostSettings.some((name) => name !== 'SMTP_URL')
  const unreadable = 'Kayıtlı ödeme anahtarları okunamıyor, kart ödemesi alınmıyor; anahtarlarınızı yeniden girin.'
  return item('payment', 'Ödeme kuruluşu', done && !lost, text, lost ? unreadable : text, '/admin/kurulum?adim=payment')
}

/** An item for each way to pay that is on beside cards, with the state of its worst finding. */
async function wayItems(ctx: Ctx): Promise<ReadinessItem[]> {
  const ways = await checkWays(ctx)
  return ways.map(({ findings, ...way }) => {
    const state = (['todo', 'advice'] as const).find((state) => findings.some((finding) => finding.state === state))
    return { ...way, state: state ?? 'done', text: findings.map(({ text }) => text).join(' ') }
  })
}

async function smtpItem(ctx: Ctx): Promise<ReadinessItem> {
  const refusal = ctx.config.smtpUrl ? await lastRefusal(ctx) : undefined
  if (refusal) {
    return {
      id: 'smtp',
      title: 'E-posta gönderimi',
      state: 'todo',
      text: `E-postalar gönderilemiyor. ${mailErrorWords(refusal)}. Ayarlarını kontrol edip deneme e-postası gönderin.`,
      link: '/admin/kurulum?adim=mail',
    }
  }
  return item(
    'smtp',
    'E-posta gönderimi',
    ctx.config.smtpUrl !== undefined,
    'E-postalar sizin e-posta sunucunuzla gönderiliyor.',
    ctx.config.lostSettings.includes('SMTP_URL')
      ? 'Kayıtlı e-posta sunucusunun şifresi okunamıyor, e-postalar bekliyor; sunucuyu yeniden kaydedin.'
      : 'E-posta sunucusu ayarlı değil; e-postalar müşteriye gitmez. E-posta hizmetinizi seçip kaydedin.',
    '/admin/kurulum?adim=mail',
  )
}

/** The mail server's answer to the newest mail that it refused; undefined once it has taken a later one. */
async function lastRefusal({ db }: Ctx): Promise<string | undefined> {
  const [refused] = await db
    .select({ error: mails.lastError, at: mails.createdAt })
    .from(mails)
    .where(and(isNull(mails.sentAt), isNotNull(mails.lastError)))
    .orderBy(desc(mails.createdAt))
    .limit(1)
  if (!refused) return undefined
  const [taken] = await db.select({ id: mails.id }).from(mails).where(gt(mails.sentAt, refused.at)).limit(1)
  return taken ? undefined : (refused.error ?? undefined)
}

function addressItem({ config }: Ctx): ReadinessItem {
  const { protocol, hostname } = new URL(config.publicUrl)
  const local = /^(localhost|127\.|\[::1\]|0\.0\.0\.0)/.test(hostname)
  const link = '/admin/kurulum?adim=domain'
  if (local && config.publicUrlSet) {
    const text = `Mağaza yalnızca bu makineden açılıyor: ${config.publicUrl}. Müşteriler için gerçek alan adınızı girin.`
    return { id: 'address', title: 'Site adresi', state: 'advice', text, link }
  }
  return item(
    'address',
    'Site adresi',
    protocol === 'https:' && !local,
    `Mağaza güvenli bağlantıyla ${config.publicUrl} adresinde.`,
    `Mağazanın adresi ${config.publicUrl}. Kendi alan adınızı girin; e-postalardaki bağlantılar ve banka dönüşleri buna göre kurulur.`,
    link,
  )
}

async function secretItem({ config }: Ctx): Promise<ReadinessItem> {
  const kept = await readFile(join(config.dataDir, 'auth-secret'), 'utf8').catch(() => undefined)
  return advice(
    item(
      'secret',
      'Oturum anahtarı',
      kept !== config.authSecret,
      'Oturum anahtarı sunucu ayarlarında belirlenmiş.',
      'Oturum anahtarı kendiliğinden üretildi ve veri klasöründe duruyor; tek sunucu için yeterlidir. Mağazanız birden çok sunucuda çalışacaksa ortak anahtarı sunucunuzu kuran kişi belirler.',
    ),
  )
}

async function legalItem(ctx: Ctx): Promise<ReadinessItem> {
  const missing = await findBlankLegal(ctx)
  return item(
    'legal',
    'Yasal bilgiler',
    missing.length === 0,
    'Sözleşmelerde görünecek satıcı bilgileri tamam.',
    `Eksik olanlar: ${missing.map((name) => labels[name] ?? name).join(', ')}. Bunlar olmadan canlı mağaza açılmaz.`,
    '/admin/ayarlar?bolum=yasal',
  )
}

async function brandItem(ctx: Ctx): Promise<ReadinessItem> {
  const brand = await findBrand(ctx)
  const demo = Object.entries({ 'e-posta': brand.shopEmail, Instagram: brand.instagramUrl })
    .filter(([, value]) => /\.example(\/|$)/.test(value))
    .map(([name]) => name)
  return item(
    'brand',
    'Marka ve iletişim',
    demo.length === 0,
    `Mağaza ${brand.shopName} adıyla, ${brand.shopEmail} adresiyle görünüyor.`,
    `Hâlâ örnek değerler var: ${demo.join(', ')}. Kendi bilgilerinizi girin.`,
    '/admin/ayarlar?bolum=marka',
  )
}

async function textsItem(ctx: Ctx): Promise<ReadinessItem> {
  const own = await findOwnTexts(ctx)
  return advice(
    item(
      'texts',
      'Hakkımızda metni',
      own.hakkimizda !== undefined,
      'Hikâyenizi kendi sözlerinizle yazdınız.',
      'Hakkımızda sayfasında hazır gelen metin yayında. Kendi hikâyenizi yazmanızı öneririz; sözleşmeleri de bir hukukçuya okutun.',
      '/admin/ayarlar?bolum=metinler',
    ),
  )
}

async function productsItem(ctx: Ctx): Promise<ReadinessItem> {
  const published = await sumProductCounts(ctx, { state: 'on-sale' })
  return item(
    'products',
    'Ürünler',
    published > 0,
    `Vitrinde ${published} ürün var.`,
    'Vitrinde ürün yok. En az bir ürün ekleyip yayına alın.',
    '/admin/urunler',
  )
}

/** Only where a marketplace is set up. */
async function marketItem(ctx: Ctx): Promise<ReadinessItem[]> {
  const found = await findMarketOverview(ctx)
  if (!found) return []
  const { title, readAt, lastError, short } = found
  const wrong = isTestSide(ctx)
    ? `Mağaza ${title}’un deneme ortamına bağlı. Bu, sunucu ayarlarında belirlenmiş; gerçek satış için sunucunuzu kuran kişiye danışın.`
    : lastError
      ? `${lastError}. Anahtarlarınızı ve satıcı panelinizi kontrol edin.`
      : short.length > 0
        ? `${short.length} sipariş alınamadı; kararınızı bekliyor.`
        : readAt === null && `${title} henüz hiç yanıt vermedi; anahtarlarınızı kontrol edin.`
  return [
    {
      id: 'market',
      title,
      state: wrong ? 'advice' : 'done',
      text: wrong || `Stok, fiyat ve siparişler ${title} ile eşit tutuluyor.`,
      link: '/admin/ayarlar?bolum=kanallar',
    },
  ]
}

function isTestSide({ config }: Ctx): boolean {
  return config.trendyol?.baseUrl.includes('//stage') ?? false
}

/** Only while there is anything of the demo left. */
async function demoItem(ctx: Ctx): Promise<ReadinessItem[]> {
  if (!(await holdsDemo(ctx))) return []
  const text =
    'Mağazada hâlâ demo ürünleri var; gerçek müşterilere görünmemeli. Sizin eklediklerinize dokunmadan hepsini bir kerede temizleyebilirsiniz.'
  return [{ id: 'demo', title: 'Demo verileri', state: 'todo', text, link: '/admin/ayarlar?bolum=demo' }]
}

async function passwordItem(ctx: Ctx): Promise<ReadinessItem> {
  return item(
    'password',
    'Yönetici şifresi',
    !(await hasGeneratedPassword(ctx)),
    'İlk açılışta üretilen yönetici şifresi kullanılmıyor.',
    'Yönetici hesabı hâlâ ilk açılışta üretilip ekrana yazılan şifreyi kullanıyor. Mağazada hesap ayarlarınızdan değiştirin.',
  )
}

async function mailsItem(ctx: Ctx): Promise<ReadinessItem> {
  const failed = await ctx.db.$count(mails, and(isNull(mails.sentAt), isNotNull(mails.lastError)))
  return advice(
    item(
      'mails',
      'Bekleyen e-postalar',
      failed === 0,
      'Gönderilemeyen e-posta yok.',
      `${failed} e-posta gönderilemedi. Nedenine bakıp yeniden gönderin.`,
      '/admin/e-postalar?durum=failed',
    ),
  )
}

function databaseItem({ config }: Ctx): ReadinessItem {
  return advice(
    item(
      'database',
      'Veri tabanı',
      config.databaseUrl !== undefined,
      'Ayrı bir veri tabanı sunucusu kullanılıyor (PostgreSQL).',
      'Mağazayla gelen veri tabanı kullanılıyor. Küçük bir mağaza için yeterlidir; birden çok sunucuda çalışacaksanız sunucunuzu kuran kişi ayrı bir veri tabanı bağlar.',
    ),
  )
}

async function backupItem({ config, clock }: Ctx): Promise<ReadinessItem> {
  const last = await lastBackupAt(config.dataDir)
  const fresh = last !== undefined && clock().getTime() - last.getTime() < days(2)
  return {
    id: 'backup',
    title: 'Yedekler',
    state: fresh ? 'done' : 'advice',
    text: fresh
      ? 'Son iki gün içinde yedek alındı. Yedekleri başka bir makineye kopyalayın, ayda bir geri yüklemeyi deneyin.'
      : 'Son iki gün içinde yedek alınmadı. Yedekler sunucuda alınır: sunucunuzu kuran kişiden her gece yedek almasını ve yedekleri başka bir makineye kopyalamasını isteyin.',
  }
}

/** Only of a live shop: whether a card was ever charged. */
async function trialItem(ctx: Ctx): Promise<ReadinessItem[]> {
  if (ctx.config.mode !== 'live') return []
  const charged = await hasCharged(ctx)
  const entry = item(
    'trial',
    'Deneme ödemesi',
    charged,
    'Mağaza kartla ödeme alıyor.',
    'Henüz hiç ödeme alınmadı. Kendi kartınızla 1 TL ödeyip iade ederek deneyin.',
    '/admin/kurulum?adim=trial',
  )
  return [ctx.server.fixed.has('SHOP_MODE') ? advice(entry) : entry]
}
