import type { Ctx } from '../../ctx.ts'
import { consentGivenMail } from '../../mail/account-change-mails.ts'
import { queueMail } from '../../mail/outbox.ts'
import { findBrand } from '../../settings/brand.ts'
import { findState, giveConsent } from './ledger.ts'
import { unsubscribeLinks } from './links.ts'
import { versionOf } from './own.ts'
import { applicationConsent } from './words.ts'

/** Who ticked that box, in the transaction that keeps her application: she is told the same day, with the way back. */
export async function giveByApplication(ctx: Ctx, { email, fullName }: { email: string; fullName: string }) {
  const recipient = email.toLowerCase()
  // Nobody has proved whose the address is: a no stands.
  if (await findState(ctx, { recipient, channel: 'EMAIL' })) return
  const words = { text: applicationConsent, textVersion: versionOf(applicationConsent) }
  const given = await giveConsent(ctx, { recipient, channel: 'EMAIL', form: 'application', source: 'HS_WEB', ...words })
  if (!given) return
  const { page, oneClick } = unsubscribeLinks(ctx, recipient)
  const [firstName = ''] = fullName.trim().split(/\s+/)
  const mail = consentGivenMail(await findBrand(ctx), { firstName, unsubscribePage: page })
  await queueMail(ctx, { ...mail, to: recipient, unsubscribeUrl: oneClick })
}
