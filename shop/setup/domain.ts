/**
 * The shop's own name in the net. The web server in front asks which names are the shop's before it gets a certificate for
 * one; the address is taken over once the shop is reached under it.
 */

import { createHmac, randomBytes } from 'node:crypto'
import { domainToUnicode } from 'node:url'
import { z } from 'zod'
import { type Ctx, requireRight } from '../ctx.ts'
import { invalid } from '../errors.ts'
import { takeLimit } from '../limits.ts'
import { readAtMost } from '../network.ts'
import { isOverTheNetInClear } from '../setting.ts'
import { requireOpen, saveServerSettings } from '../settings/server/saved.ts'
import { findSetting, saveSetting } from '../settings/settings.ts'
import { seconds } from '../time.ts'

/** Where the shop proves to itself that a name leads to it. */
export const proofPath = '/.well-known/butik'

const domainKey = 'setup.domain'
const Wanted = z.object({ host: z.string() })

export type DomainTrial = {
  url: string
  /** Addresses that the name has; undefined when nobody could be asked, or for this machine. */
  addresses: string[] | undefined
  reached: 'yes' | 'no-name' | 'no-answer' | 'no-certificate' | 'another'
  /** The present state, and what to do. */
  text: string
}

/**
 * Notes the name, so that a certificate is got for it, and looks whether it leads here: then it is the shop's address from
 * now on. INVALID for what is no name.
 */
export async function takeDomain(ctx: Ctx, text: string): Promise<DomainTrial> {
  const userId = requireRight(ctx, 'settings')
  requireOpen(ctx, ['PUBLIC_URL'])
  const url = readDomain(text)
  await takeLimit(ctx, { key: `setup-domain:${userId}`, limit: 60, windowSeconds: 3600 })
  await saveSetting(ctx, domainKey, { host: url.hostname })
  const trial = await tryDomain(ctx, url)
  if (trial.reached === 'yes' && !(ctx.config.publicUrlSet && ctx.config.publicUrl === url.origin))
    await saveServerSettings(ctx, { PUBLIC_URL: url.origin })
  return trial
}

function readDomain(text: string): URL {
  const wrong = () => invalid({ domain: ['Alan adını dukkaniniz.com biçiminde, başında https:// olmadan yazın'] })
  const given = /^https?:\/\//.test(text) ? text : `https://${text}`
  if (!URL.canParse(given)) throw wrong()
  const url = new URL(given)
  const isLocal = url.protocol === 'http:' && !isOverTheNetInClear(given)
  if (url.pathname !== '/' || url.search || url.hash || url.username) throw wrong()
  if (isLocal) return url
  const isName = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+([a-z]{2,}|xn--[a-z0-9-]+)$/.test(url.hostname)
  if (!isName || url.port || url.hostname.length > 253) throw wrong()
  return new URL(`https://${url.hostname}`)
}

async function tryDomain(ctx: Ctx, url: URL): Promise<DomainTrial> {
  const isNamed = url.protocol === 'https:'
  const name = domainToUnicode(url.hostname)
  const addresses = isNamed ? await ctx.server.dns.addresses(url.hostname).catch(() => undefined) : undefined
  if (addresses?.length === 0) {
    const text = `${name} henüz hiçbir sunucuya yönlenmiyor. Alan adı firmanızın panelinde aşağıdaki A kaydını ekleyin; yayılması birkaç saat sürebilir.`
    return { url: url.origin, addresses, reached: 'no-name', text }
  }
  const reached = await reach(ctx, url)
  const told: Record<typeof reached, string> = {
    yes: isNamed
      ? `Mağazanız https://${name} adresinde, güvenli bağlantıyla açılıyor.`
      : `Mağazanız ${url.origin} adresinde, yalnızca bu makineden açılıyor.`,
    another: `${name} başka bir siteye açılıyor. Alan adının A kaydında bu sunucunun adresi olmalı.`,
    'no-certificate': `${name} bu sunucuya geliyor, ama güvenlik sertifikası henüz yok. Bir dakika içinde alınır; yeniden denetleyin.`,
    'no-answer': `${name} yanıt vermedi. A kaydını yeni eklediyseniz birkaç dakika bekleyip yeniden denetleyin.`,
  }
  return { url: url.origin, addresses, reached, text: told[reached] }
}

async function reach(ctx: Ctx, url: URL): Promise<'yes' | 'no-answer' | 'no-certificate' | 'another'> {
  const question = randomBytes(16).toString('hex')
  try {
    const asked = new URL(`${proofPath}?soru=${question}`, url)
    const answer = await fetch(asked, { redirect: 'manual', signal: AbortSignal.timeout(seconds(8)) })
    const said = await readAtMost(answer, 200)
    const isHere = answer.status === 200 && said && Buffer.from(said).toString() === proofOf(ctx, question)
    return isHere ? 'yes' : 'another'
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : undefined
    const code = cause && 'code' in cause ? String(cause.code) : ''
    return /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO/.test(code) ? 'no-certificate' : 'no-answer'
  }
}

/** Only a shop with this one's secret can answer so; undefined for what is no question. */
export function proofOf({ config }: Pick<Ctx, 'config'>, question: string): string | undefined {
  if (!/^[0-9a-f]{32}$/.test(question)) return undefined
  return createHmac('sha256', config.authSecret).update(`domain:${question}`).digest('base64url')
}

/** Whether a certificate may be got for a name: the shop's own, the one that is being set up, and each with or without www. */
export async function isOwnName(ctx: Ctx, name: string): Promise<boolean> {
  const wanted = (await findSetting(ctx, domainKey, Wanted))?.host
  const own = [new URL(ctx.config.publicUrl).hostname, ...(wanted ? [wanted] : [])]
  const plain = (host: string) =>
    host
      .toLowerCase()
      .replace(/\.$/, '')
      .replace(/^www\./, '')
  return own.some((host) => host.includes('.') && plain(host) === plain(name))
}

export async function findWantedName(ctx: Ctx): Promise<string | undefined> {
  return (await findSetting(ctx, domainKey, Wanted))?.host
}
