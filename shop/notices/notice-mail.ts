import type { Brand, Mail } from '../mail/layout.ts'
import { type Block, button, mailOf, paragraph } from '../mail/layout.ts'
import { formatKurus } from '../money.ts'
import type { Message } from './contract.ts'

const reason = 'Bu e-postayı, yönetim panelindeki Bildirimler sayfasında seçtiğiniz için alıyorsunuz.'

/** To somebody of the staff: what happened, with the way to it. */
export function noticeMail(brand: Brand, { title, body, url }: Omit<Message, 'tag'>): Mail {
  return mailOf(brand, {
    kind: 'staff-notice',
    subject: `${brand.shopName}: ${title}`,
    title,
    blocks: [...(body ? [paragraph(body)] : []), button('Panelde aç', `${brand.publicUrl}${url}`)],
    reason,
  })
}

export type DaySummary = {
  /** '23 Kasım 2026' */
  day: string
  /** Left out for staff who may not see sums. */
  salesKurus?: number
  orders: number
  /** Tasks that wait, in words, most pressing first. */
  waiting: string[]
}

/** Each morning: the day before, and what waits. */
export function summaryMail(brand: Brand, { day, salesKurus, orders, waiting }: DaySummary): Mail {
  const sold =
    orders === 0
      ? `${day} günü sipariş gelmedi.`
      : salesKurus === undefined
        ? `${day} günü ${orders} sipariş geldi.`
        : `${day} günü ${orders} siparişle ${formatKurus(salesKurus)} satış yaptınız.`
  return mailOf(brand, {
    kind: 'staff-summary',
    subject: `${brand.shopName}: ${day} özeti`,
    title: 'Günün özeti',
    blocks: [paragraph(sold), ...listOf(waiting), button('Panele git', `${brand.publicUrl}/admin`)],
    reason,
  })
}

function listOf(waiting: string[]): Block[] {
  if (waiting.length === 0) return [paragraph('Şu anda bekleyen bir iş yok.')]
  return [paragraph('Sizi bekleyenler:'), ...waiting.map((line) => paragraph(`• ${line}`))]
}
