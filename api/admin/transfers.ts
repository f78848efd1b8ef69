import { z } from '@hono/zod-openapi'
import { NewReceipt } from '#shop/checkout/ways/transfer/contract.ts'
import { listTransfers, receiveTransfer, waitLonger } from '#shop/checkout/ways/transfer/receipts.ts'
import { saveTransferSettings, TransferSettings } from '#shop/checkout/ways/transfer/settings.ts'
import { formatKurus, toTl } from '#shop/money.ts'
import { shownOrderId } from '#shop/order-id.ts'
import { formatMoment } from '#shop/time.ts'
import { badInput, Id, json, ok, resource, staffFailures } from '../api.ts'
import { needs } from '../authenticate.ts'
import { route } from '../route.ts'
import { allSettings, saving, Version } from './settings.ts'

export const adminTransfers = resource()
  .openapi(
    route('GET /admin/transfers', {
      ...needs('payments'),
      summary: 'Orders whose transfer is waited for, the soonest deadline first',
      failures: staffFailures,
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const transfers = await listTransfers(ctx)
      return ok(
        c,
        transfers.map(({ amountKurus, receivedKurus, deadline, createdAt, ...transfer }) => ({
          ...transfer,
          shownOrderId: shownOrderId(transfer.orderId),
          amount: toTl(amountKurus),
          received: toTl(receivedKurus),
          deadline: deadline.toISOString(),
          overdue: deadline <= ctx.clock(),
          createdAt: createdAt.toISOString(),
        })),
      )
    },
  )
  .openapi(
    route('POST /admin/orders/{id}/transfer', {
      ...needs('payments'),
      summary: 'Money for an order came by transfer: all of it, a part, or too much',
      request: { params: Id, ...json(NewReceipt) },
      failures: {
        ...staffFailures,
        ...badInput,
        404: 'No order that is paid by transfer',
        409: 'Somebody has entered it before; nothing has changed',
      },
    }),
    async (c) => {
      const { amount: amountKurus, ...receipt } = c.req.valid('json')
      const outcome = await receiveTransfer(c.get('ctx'), c.req.valid('param').id, { ...receipt, amountKurus })
      const messages = {
        paid: 'Ödeme işlendi, sipariş hazırlanabilir.',
        part: `${formatKurus(amountKurus)} işlendi; müşteriden kalan tutar istendi.`,
        'goes-back': 'Ödeme işlendi. Sipariş bitmiş ve ürünleri artık yok: tutarı Ödemeler sayfasından geri gönderin.',
      }
      return ok(c, { outcome }, messages[outcome])
    },
  )
  .openapi(
    route('POST /admin/orders/{id}/transfer/deadline', {
      ...needs('payments'),
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
      ...needs('settings'),
      summary: 'Whether orders may be paid by transfer, to which accounts, and how long they wait',
      request: json(z.object({ settings: TransferSettings, ...Version.shape })),
      failures: saving,
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const { version, settings } = c.req.valid('json')
      await saveTransferSettings(ctx, settings, { version })
      return ok(c, await allSettings(ctx), 'Havale ayarları kaydedildi.')
    },
  )
