import { recordChange } from '../../audit/audit.ts'
import { type Ctx, inTransaction, requireRight } from '../../ctx.ts'
import { invalid } from '../../errors.ts'
import type { CalledWithdrawal } from './contract.ts'
import {
  type ConsentEvent,
  type ConsentState,
  findState,
  listEvents,
  type Recipient,
  recipientOf,
  withdrawConsent,
} from './ledger.ts'

export type KnownConsent = Recipient & { state: ConsentState | null; events: ConsentEvent[] }

/** The consent of an e-mail address or a telephone number, whether it belongs to a customer or not. */
export async function lookUpConsent(ctx: Ctx, text: string): Promise<KnownConsent> {
  requireRight(ctx, 'customers')
  const whose = addressed(text)
  const events = await listEvents(ctx, undefined, [whose.recipient])
  return { ...whose, state: (await findState(ctx, whose)) ?? null, events }
}

/** Ends advertising to an address at once, for somebody who asked by telephone or letter. */
export async function withdrawForCaller(ctx: Ctx, { recipient, note }: CalledWithdrawal): Promise<KnownConsent> {
  requireRight(ctx, 'customers')
  const whose = addressed(recipient)
  await inTransaction(ctx, async (ctx) => {
    const userId = (await findState(ctx, whose))?.userId ?? null
    const said = { form: 'staff', source: 'HS_CAGRI_MERKEZI', note, userId } as const
    if (!(await withdrawConsent(ctx, { ...whose, ...said }))) return
    const subject = { id: userId ?? 'consent', name: whose.recipient }
    await recordChange(ctx, { action: 'consent.withdraw', subject, after: { note } })
  })
  return lookUpConsent(ctx, whose.recipient)
}

function addressed(text: string): Recipient {
  const whose = recipientOf(text)
  if (!whose) throw invalid({ recipient: ['Geçerli bir e-posta adresi ya da telefon numarası yazın'] })
  return whose
}
