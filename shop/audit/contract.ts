import { z } from 'zod'

/** Fields of a subject by name, as JSON; never anything secret. */
export type Facts = Record<string, unknown>

export const auditActions = [
  'product.create',
  'product.update',
  'product.delete',
  'category.create',
  'category.update',
  'category.delete',
  'group.create',
  'group.update',
  'group.delete',
  'sale.create',
  'sale.update',
  'sale.cancel',
  'sale.start',
  'sale.end',
  'stock.count',
  'import.apply',
  'bulk.apply',
  'bulk.undo',
  'export.download',
  'order.status',
  'order.note',
  'order.cancel',
  'order.refund',
  'order.return',
  'order.invoice',
  'order.collect',
  'order.change',
  'order.create',
  'order.link',
  'payment.resolve',
  'payment.transfer',
  'payment.account',
  'credit.change',
  'gift-card.create',
  'gift-card.update',
  'gift-card.code',
  'campaign.create',
  'campaign.update',
  'campaign.delete',
  'customer.note',
  'customer.merge',
  'customer.export',
  'customer.delete',
  'consent.withdraw',
  'consent.file',
  'consent.import',
  'message.change',
  'message-template.change',
  'mail.resend',
  'demo.clear',
  'settings.update',
] as const
export const AuditAction = z.enum(auditActions)
export type AuditAction = z.infer<typeof AuditAction>

export const AuditQuery = z.object({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  action: AuditAction.optional(),
  /** Id of the subject: only its changes. */
  subject: z.string().max(100).optional(),
  q: z.string().trim().max(200).optional(),
})
export type AuditQuery = z.infer<typeof AuditQuery>
