/** The steps from an empty shop to one that sells, and their state. The needs of each step are in readiness.ts. */

import { type Ctx, hasRight, requireRight } from '../ctx.ts'
import { checkReadiness, type ReadinessItem, type ReadinessState } from '../desk/readiness.ts'
import { type ProviderName, providerSettings } from '../payments/settings.ts'
import { findDeliveryVersion } from '../settings/delivery-fee.ts'
import { findShown, fixedAmong, type ServerSetting } from '../settings/server/saved.ts'
import { findSettingVersion } from '../settings/settings.ts'
import { termsKey } from '../settings/terms.ts'
import { type SetupStepId, setupSteps } from './contract.ts'
import { findWantedName } from './domain.ts'
import { findTrial } from './trial.ts'

export type SetupStep = {
  id: SetupStepId
  title: string
  state: ReadinessState
  text: string
  /** The setting of the server that it comes from, where nothing can be changed here. */
  fixed: string | null
}

const titles: Record<SetupStepId, string> = {
  brand: 'Marka',
  legal: 'Yasal bilgiler',
  delivery: 'Kargo ve iade',
  payment: 'Ödeme alma',
  mail: 'E-posta',
  domain: 'Alan adı',
  products: 'İlk ürünler',
  demo: 'Demo verileri',
  live: 'Yayına alma',
  trial: 'Deneme ödemesi',
}

/** The items of readiness that a step is about; the worst decides. */
const items: Record<SetupStepId, string[]> = {
  brand: ['brand'],
  legal: ['legal'],
  delivery: [],
  payment: ['payment'],
  mail: ['smtp'],
  domain: ['address'],
  products: ['products'],
  demo: ['demo'],
  live: ['mode'],
  trial: ['trial'],
}

/** The setting behind a step: the panel cannot change it where the environment sets it. */
const settings: Partial<Record<SetupStepId, ServerSetting[]>> = {
  payment: ['PAYMENT_PROVIDER'],
  mail: ['SMTP_URL'],
  domain: ['PUBLIC_URL'],
  live: ['SHOP_MODE'],
}

/** All steps, with what the panel shows beside them. */
export async function getSetup(ctx: Ctx) {
  requireRight(ctx, 'settings')
  const { items: found } = await checkReadiness(ctx)
  const reviewed = (await findSettingVersion(ctx, termsKey)) + (await findDeliveryVersion(ctx)) > 0
  const steps = setupSteps.map((id) => stepOf(ctx, id, found, reviewed))
  return {
    live: ctx.config.mode === 'live',
    done: steps.every(({ state }) => state !== 'todo'),
    steps,
    // Obstacles that belong to no step, such as the password that was made at the first start.
    others: found.filter(({ id, state }) => state === 'todo' && !Object.values(items).flat().includes(id)),
    ...(await details(ctx)),
  }
}

function stepOf(ctx: Ctx, id: SetupStepId, found: ReadinessItem[], reviewed: boolean): SetupStep {
  const fixed = fixedAmong(ctx, settings[id] ?? [])[0] ?? null
  const item = found.find((item) => items[id].includes(item.id))
  const step = { id, title: titles[id], fixed }
  if (item) return { ...step, state: item.state, text: item.text }
  if (id === 'demo') return { ...step, state: 'done', text: 'Mağazada demo verisi yok.' }
  if (id === 'trial')
    return { ...step, state: 'todo', text: 'Yayına alınca kendi kartınızla 1 TL ödeyip iade edersiniz.' }
  return reviewed
    ? { ...step, state: 'done', text: 'Kargo ücretini ve iade koşullarını belirlediniz.' }
    : {
        ...step,
        state: 'advice',
        text: 'Hazır gelen kargo ücreti ve iade koşulları geçerli; size uyup uymadığına bakın.',
      }
}

async function details(ctx: Ctx) {
  const { config } = ctx
  const shown = await findShown(ctx)
  const smtp = config.smtpUrl ? new URL(config.smtpUrl) : undefined
  return {
    payment: {
      provider: (config.upcoming ?? config).paymentProvider,
      providers: (['iyzico', 'paytr'] as const).map((name) => providerOf(ctx, name, shown)),
    },
    mail: smtp
      ? { host: smtp.hostname, port: Number(smtp.port || (smtp.protocol === 'smtps:' ? 465 : 587)), user: userOf(smtp) }
      : null,
    domain: { publicUrl: config.publicUrl, wanted: (await findWantedName(ctx)) ?? null },
    trial: await shownTrial(ctx),
  }
}

function userOf({ username }: URL): string {
  return decodeURIComponent(username)
}

/** Only the last characters of a saved secret key are shown, and nothing of a key in the environment. */
function providerOf(ctx: Ctx, id: Exclude<ProviderName, 'demo'>, shown: Partial<Record<string, string>>) {
  const { title, setup } = providerSettings[id]
  const keys = (setup?.keys ?? []).map(({ name, label, hint, secret }) => ({
    name,
    label,
    hint,
    secret,
    last: shown[name] ?? null,
  }))
  const besideNames = Object.keys(setup?.beside('live') ?? {}) as ServerSetting[]
  return { id, title, keys, sides: fixedAmong(ctx, besideNames).length === 0 }
}

/** The order's id is left out for staff who may not see orders. */
async function shownTrial(ctx: Ctx) {
  const { state, orderId } = await findTrial(ctx)
  return { state, orderId: hasRight(ctx, 'orders-read') ? (orderId ?? null) : null }
}
