import { z } from '@hono/zod-openapi'
import { statementMeanings } from '#shop/checkout/ways/sheets/contract.ts'
import { NewReceipt } from '#shop/checkout/ways/transfer/contract.ts'
import {
  listTransfers,
  receiveTransfer,
  type WaitingTransfer,
  waitLonger,
} from '#shop/checkout/ways/transfer/receipts.ts'
import { saveTransferSettings, TransferChange } from '#shop/checkout/ways/transfer/settings.ts'
import { confirmStatement, readStatement } from '#shop/checkout/ways/transfer/statement/statements.ts'
import { listReceipts, takeBackReceipt } from '#shop/checkout/ways/transfer/take-back.ts'
import { type Ctx, hasRight } from '#shop/ctx.ts'
import { formatKurus, toTl } from '#shop/money.ts'
import { shownOrderId } from '#shop/order-id.ts'
import { formatMoment } from '#shop/time.ts'
import { badInput, fileOf, Id, json, ok, resource, staffFailures } from '../api.ts'
import { needs } from '../authenticate.ts'
import { route } from '../route.ts'
import { sheetForm } from '../wire/admin/sheets.ts'
import type { WireTransfer } from '../wire/admin/transfers.ts'
import { saveSettings, saving, settingsBody } from './settings.ts'

function toWire(ctx: Ctx, transfer: WaitingTransfer): WireTransfer {
  const { amountKurus, receivedKurus, deadline, createdAt, phone, ...rest } = transfer
  return {
    ...rest,
    ...(hasRight(ctx, 'contacts') ? { phone } : {}),
    shownOrderId: shownOrderId(transfer.orderId),
    amount: toTl(amountKurus),
    received: toTl(receivedKurus),
    deadline: deadline.toISOString(),
    overdue: deadline <= ctx.clock(),
    createdAt: createdAt.toISOString(),
  }
}

const Confirmation = z.object({
  matches: z
    .array(z.object({ key: z.string().max(100), orderId: z.string().max(64) }), 'İşlenecek satırları seçin')
    .min(1, 'İşlenecek satırları seçin')
    .max(500, 'Bir kerede en çok 500 satır işlenebilir'),
})

export const adminTransfers = resource()
  .openapi(
    route('POST /admin/transfers/statement', {
      ...needs('payments', 'amounts'),
      summary: "Reads the bank's statement (CSV or XLSX) and matches its lines; nothing counts yet",
      request: sheetForm(statementMeanings),
      failures: { ...staffFailures, ...badInput, 413: 'Larger than 3 MB' },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const { file, columns } = c.req.valid('form')
      const { name, bytes } = await fileOf(file, 'Bankanızın ekstresini seçin')
      const { id, lines, waiting, table } = await readStatement(ctx, name, bytes, columns)
      return ok(c, {
        id,
        table,
        lines: lines.map(({ amountKurus, match, named, ...line }) => {
          const about = named ? { named: { ...named, shownOrderId: shownOrderId(named.orderId) } } : {}
          return { ...line, amount: toTl(amountKurus), ...match, ...about }
        }),
        waiting: waiting.map((transfer) => toWire(ctx, transfer)),
      })
    },
  )
  .openapi(
    route('POST /admin/transfers/statement/{id}/confirm', {
      ...needs('payments', 'amounts'),
      summary: 'Enters the lines of a statement that were confirmed, each for its order',
      request: { params: Id, ...json(Confirmation) },
      failures: { ...staffFailures, ...badInput, 404: 'No such statement' },
    }),
    async (c) => {
      const data = await confirmStatement(c.get('ctx'), c.req.valid('param').id, c.req.valid('json').matches)
      const done = data.filter(({ error }) => error === undefined).length
      return ok(
        c,
        data,
        done === data.length
          ? `${done} satır işlendi.`
          : `${done} satır işlendi, ${data.length - done} satır işlenemedi.`,
      )
    },
  )
  .openapi(
    route('GET /admin/transfers', {
      ...needs('payments-read', 'amounts'),
      summary: 'Orders whose transfer is waited for, the soonest deadline first',
      failures: staffFailures,
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const transfers = await listTransfers(ctx)
      return ok(
        c,
        transfers.map((transfer) => toWire(ctx, transfer)),
      )
    },
  )
  .openapi(
    route('POST /admin/orders/{id}/transfer', {
      ...needs('payments', 'amounts'),
      summary: 'Money for an order came by transfer: all of it, a part, or too much',
      description: 'With an Idempotency-Key the same request again counts nothing more.',
      request: {
        params: Id,
        headers: z.object({ 'idempotency-key': z.string().min(1).max(200).optional() }),
        ...json(NewReceipt),
      },
      failures: {
        ...staffFailures,
        ...badInput,
        404: 'No order that is paid by transfer',
        409: 'Somebody has entered it before; nothing has changed',
      },
    }),
    async (c) => {
      const { amount: amountKurus, ...receipt } = c.req.valid('json')
      const requestKey = c.req.valid('header')['idempotency-key']
      const given = { ...receipt, amountKurus, requestKey }
      const outcome = await receiveTransfer(c.get('ctx'), c.req.valid('param').id, given)
      const messages = {
        paid: 'Ödeme işlendi, sipariş hazırlanabilir.',
        part: `${formatKurus(amountKurus)} işlendi; müşteriden kalan tutar istendi.`,
        'goes-back': 'Ödeme işlendi, ama sipariş sona ermiş: tutarı Ödemeler sayfasından geri gönderin.',
      }
      return ok(c, { outcome }, messages[outcome])
    },
  )
  .openapi(
    route('GET /admin/orders/{id}/transfer', {
      ...needs('payments-read', 'amounts'),
      summary: 'What was entered as paid for an order, the newest first, also what was taken back',
      request: { params: Id },
      failures: { ...staffFailures, 404: 'No order that is paid by transfer' },
    }),
    async (c) => {
      const receipts = await listReceipts(c.get('ctx'), c.req.valid('param').id)
      return ok(
        c,
        receipts.map(({ id, amountKurus, receivedAt, note, lineKey, takenBackAt }) => ({
          id,
          amount: toTl(amountKurus),
          receivedAt: receivedAt.toISOString(),
          note,
          byStatement: lineKey !== null,
          takenBackAt: takenBackAt?.toISOString() ?? null,
        })),
      )
    },
  )
  .openapi(
    route('DELETE /admin/orders/{id}/transfer/{receipt}', {
      ...needs('payments', 'amounts'),
      summary: 'Takes back what was entered for the wrong order: it waits for its money again',
      description: 'The line of a statement that it was read from may be entered again, for another order.',
      request: { params: z.object({ id: z.string(), receipt: z.string() }) },
      failures: {
        ...staffFailures,
        404: 'No order that is paid by transfer, or no such entry of it',
        409: 'Taken back before, or goods, money or an invoice went out since',
      },
    }),
    async (c) => {
      const { id, receipt } = c.req.valid('param')
      const outcome = await takeBackReceipt(c.get('ctx'), id, receipt)
      const messages = {
        waits: 'Ödeme geri alındı; sipariş yeniden havalesini bekliyor, müşteriye haber verildi.',
        paid: 'Ödeme geri alındı; sipariş ödenmiş kalıyor.',
      }
      return ok(c, { outcome }, messages[outcome])
    },
  )
  .openapi(
    route('POST /admin/orders/{id}/transfer/deadline', {
      ...needs('payments', 'amounts'),
      summary: 'Gives a transfer that is waited for as much time again as a new one has',
      request: { params: Id },
      failures: {
        ...staffFailures,
        404: 'No order that is paid by transfer',
        409: 'It is not waited for any more',
      },
    }),
    async (c) => {
      const deadline = await waitLonger(c.get('ctx'), c.req.valid('param').id)
      return ok(c, { deadline: deadline.toISOString() }, `Sipariş ${formatMoment(deadline)} tarihine kadar bekleyecek.`)
    },
  )
  .openapi(
    route('PUT /admin/settings/transfer', {
      ...needs('settings', 'confirmed'),
      summary: 'Whether orders may be paid by transfer, to which accounts, and how long they wait',
      request: settingsBody(TransferChange),
      failures: saving,
    }),
    (c) => saveSettings(c, c.req.valid('json'), saveTransferSettings, 'Havale ayarları kaydedildi.'),
  )
