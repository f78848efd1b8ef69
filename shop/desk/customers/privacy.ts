/** Rights of a customer under KVKK, carried out by the shop when she asks by letter or telephone: her data, and her deletion. */

import { and, eq, isNull } from 'drizzle-orm'
import { users } from '../../accounts/schema.ts'
import { recordEvent } from '../../accounts/security-log.ts'
import { recordChange } from '../../audit/audit.ts'
import { findBalance } from '../../credit/ledger.ts'
import { lockBeforeEnd, mayCreditComeBack } from '../../credit/of-orders.ts'
import { addressOf, type Ctx, inRetriedTransaction, requireRight } from '../../ctx.ts'
import { ShopError } from '../../errors.ts'
import { mailAddressOf } from '../../fields/guest-address.ts'
import { accountDeletedMail } from '../../mail/account-change-mails.ts'
import { queueMail } from '../../mail/outbox.ts'
import { formatKurus } from '../../money.ts'
import { findBrand } from '../../settings/brand.ts'
import { anonymize, leaveOrdersToLinks } from '../account-deletion.ts'
import { orderYears } from '../old-buyers.ts'
import { collectOwnData, type OwnData } from '../personal-data.ts'
import { getCustomerRow, missing, nameOf } from './person.ts'

/** The same file that she can take from her account herself. */
export async function exportCustomerData(ctx: Ctx, id: string, format: string): Promise<OwnData> {
  requireRight(ctx, 'customers')
  const customer = await getCustomerRow(ctx, id)
  await recordEvent(ctx, { kind: 'data-exported', userId: id })
  await recordChange(ctx, { action: 'customer.export', subject: { id, name: nameOf(customer) }, after: { format } })
  const own = { kind: 'user', id, sessionId: '', address: addressOf(ctx), rights: [] } as const
  return collectOwnData({ ...ctx, actor: own })
}

/** As she could do it herself; of her orders stays what the law asks for. She is written to. */
export async function deleteCustomer(ctx: Ctx, id: string): Promise<void> {
  requireRight(ctx, 'customers')
  const { firstName } = await getCustomerRow(ctx, id)
  await inRetriedTransaction(ctx, async (ctx) => {
    const [user] = await ctx.db
      .select()
      .from(users)
      .where(and(eq(users.id, id), isNull(users.deletedAt)))
      .for('no key update')
    if (!user) throw missing()
    if (user.role !== 'USER') throw new ShopError('CONFLICT', 'Çalışan hesabı buradan silinemez.')
    await lockBeforeEnd(ctx, id)
    await refuseWithCredit(ctx, id)
    await anonymize(ctx, user)
    const withOrders = await leaveOrdersToLinks(ctx, user)
    await recordEvent(ctx, { kind: 'account-deleted', userId: id })
    // The history shall not name her for ever.
    await recordChange(ctx, { action: 'customer.delete', subject: { id, name: 'Silinmiş Hesap' }, after: {} })
    const mail = accountDeletedMail(await findBrand(ctx), { firstName, years: orderYears, withOrders })
    await queueMail(ctx, { ...mail, to: mailAddressOf(user) })
  })
}

async function refuseWithCredit(ctx: Ctx, id: string): Promise<void> {
  if (await mayCreditComeBack(ctx, id)) {
    const what = 'Müşterinin mağaza kredisiyle ödediği bir sipariş ya da iadesi henüz sonuçlanmadı'
    throw new ShopError('CONFLICT', `${what}; sonuçlanınca hesabı silebilirsiniz.`)
  }
  const kurus = await findBalance(ctx, id)
  if (kurus === 0) return
  const sentence = `Müşterinin ${formatKurus(kurus)} mağaza kredisi var; önce parasını ödeyip krediyi geri alın.`
  throw new ShopError('CONFLICT', sentence)
}
