/** The DNS records of the sender's domain, and what exactly to enter where they are not enough. */

import { type Ctx, requireRight } from '../ctx.ts'
import type { DnsQuestions } from '../ports.ts'
import { findSender } from '../settings/sender.ts'
import { presetOf } from './mail-presets.ts'

type RecordState = 'found' | 'missing' | 'wrong' | 'unknown'
export type DomainRecord = {
  kind: 'SPF' | 'DKIM' | 'DMARC'
  state: RecordState
  /** The present state, and what to do. */
  text: string
  /** The record that is there now. */
  now: string | null
  /** Name and content to enter as a TXT record; null where only the sender's panel knows it. */
  enter: { name: string; value: string } | null
}

/** Looks up SPF, DKIM and DMARC of the domain that mails come from. */
export async function lookUpMailRecords(
  ctx: Ctx,
  { selector }: { selector?: string | undefined } = {},
): Promise<{ domain: string; records: DomainRecord[] }> {
  requireRight(ctx, 'settings')
  const { address } = await findSender(ctx)
  const domain = address.split('@').at(-1) ?? ''
  const preset = ctx.config.smtpUrl ? presetOf(new URL(ctx.config.smtpUrl).hostname) : undefined
  const { dns } = ctx.server
  const records = await Promise.all([
    orUnknown('SPF', () => findSpf(dns, domain, preset?.spf ?? null)),
    orUnknown('DKIM', () => findDkim(dns, domain, selector ? [selector] : (preset?.dkim ?? []))),
    orUnknown('DMARC', () => findDmarc(dns, domain, address)),
  ])
  return { domain, records }
}

async function orUnknown(kind: DomainRecord['kind'], look: () => Promise<Omit<DomainRecord, 'kind'>>) {
  try {
    return { kind, ...(await look()) }
  } catch {
    const text = 'Alan adı sunucusu şu anda yanıt vermedi; birkaç dakika sonra yeniden denetleyin.'
    return { kind, state: 'unknown' as const, text, now: null, enter: null }
  }
}

async function findSpf(dns: DnsQuestions, domain: string, wanted: string | null): Promise<Omit<DomainRecord, 'kind'>> {
  const found = (await dns.texts(domain)).filter((text) => /^v=spf1(\s|$)/i.test(text))
  const [now = null] = found
  const usual = `v=spf1 ${wanted ?? 'a mx'} ~all`
  if (now === null) {
    const text = 'SPF kaydı yok; e-postalarınız istenmeyen kutusuna düşebilir. Aşağıdaki TXT kaydını ekleyin.'
    return { state: 'missing', text, now, enter: { name: domain, value: usual } }
  }
  if (found.length > 1) {
    const text = 'Birden çok SPF kaydı var, bu yüzden hiçbiri geçerli sayılmaz; tek kayda indirin.'
    return { state: 'wrong', text, now: found.join('\n'), enter: { name: domain, value: mergedSpf(found, wanted) } }
  }
  if (wanted && !now.toLowerCase().split(/\s+/).includes(wanted)) {
    const text = 'SPF kaydı var, ama seçtiğiniz e-posta hizmetini içermiyor; kaydı aşağıdakiyle değiştirin.'
    return { state: 'wrong', text, now, enter: { name: domain, value: mergedSpf(found, wanted) } }
  }
  return { state: 'found', text: 'SPF kaydı var.', now, enter: null }
}

/** One record of all their parts, the sender's own before the last word. */
function mergedSpf(found: string[], wanted: string | null): string {
  const parts = found.flatMap((text) => text.trim().split(/\s+/).slice(1))
  const end = parts.find((part) => /^[-~?+]?all$/i.test(part)) ?? '~all'
  const others = parts.filter((part) => !/^[-~?+]?all$/i.test(part))
  return ['v=spf1', ...new Set([...others, ...(wanted ? [wanted] : [])]), end].join(' ')
}

async function findDkim(
  dns: DnsQuestions,
  domain: string,
  selectors: readonly string[],
): Promise<Omit<DomainRecord, 'kind'>> {
  if (selectors.length === 0) {
    const text =
      'DKIM kaydının adı her müşteride başkadır; e-posta hizmetinizin panelindeki kaydı ekleyin, sonra adının ilk kısmını (seçici) yazıp denetleyin.'
    return { state: 'unknown', text, now: null, enter: null }
  }
  for (const selector of selectors) {
    const [now] = (await dns.texts(`${selector}._domainkey.${domain}`)).filter((text) => /(^|;)\s*p=/i.test(text))
    if (now === undefined) continue
    if (!/(^|;)\s*p=\s*[^;\s]/i.test(now)) {
      const text = `DKIM anahtarı boş (${selector}); e-posta hizmetinizin panelinden yeni anahtar alın.`
      return { state: 'wrong', text, now, enter: null }
    }
    return { state: 'found', text: `DKIM kaydı var (${selector}).`, now: now.slice(0, 60), enter: null }
  }
  const text = `DKIM kaydı bulunamadı (${selectors.join(', ')}). E-posta hizmetinizin panelinde DKIM’i açın ve verdiği kaydı alan adınıza ekleyin.`
  return { state: 'missing', text, now: null, enter: null }
}

async function findDmarc(dns: DnsQuestions, domain: string, address: string): Promise<Omit<DomainRecord, 'kind'>> {
  const name = `_dmarc.${domain}`
  const [now = null] = (await dns.texts(name)).filter((text) => /^v=DMARC1(;|\s|$)/i.test(text))
  const enter = { name, value: `v=DMARC1; p=none; rua=mailto:${address}` }
  if (now === null) {
    const text = 'DMARC kaydı yok; büyük e-posta sağlayıcıları ister. Aşağıdaki TXT kaydını ekleyin.'
    return { state: 'missing', text, now, enter }
  }
  if (!/;\s*p=(none|quarantine|reject)\b/i.test(now)) {
    const text = 'DMARC kaydında kural (p=) yok; kaydı aşağıdakiyle değiştirin.'
    return { state: 'wrong', text, now, enter }
  }
  return { state: 'found', text: 'DMARC kaydı var.', now, enter: null }
}
