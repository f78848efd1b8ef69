import type { z } from '@hono/zod-openapi'
import { accountAnswers } from './accounts.ts'
import { bulkAnswers } from './admin/bulk.ts'
import { adminCatalogAnswers } from './admin/catalog.ts'
import { channelAnswers } from './admin/channels.ts'
import { couponAnswers } from './admin/coupons.ts'
import { dashboardAnswers } from './admin/dashboard.ts'
import { demoAnswers } from './admin/demo.ts'
import { importAnswers } from './admin/imports.ts'
import { mailAnswers } from './admin/mails.ts'
import { messageAnswers } from './admin/messages.ts'
import { noticeAnswers } from './admin/notices.ts'
import { adminOrderAnswers } from './admin/orders.ts'
import { adminPaymentAnswers } from './admin/payments.ts'
import { recordAnswers } from './admin/records.ts'
import { adminReturnAnswers } from './admin/returns.ts'
import { adminSaleAnswers } from './admin/sales.ts'
import { settingsAnswers } from './admin/settings.ts'
import { shippingAnswers } from './admin/shipping.ts'
import { stockAnswers } from './admin/stock.ts'
import { transferAnswers } from './admin/transfers.ts'
import { creditAnswers } from './credit.ts'
import { customerAnswers } from './customers.ts'
import { formAnswers } from './forms.ts'
import { giftCardAnswers } from './gift-cards.ts'
import { linkAnswers } from './links.ts'
import { newsAnswers } from './news.ts'
import { orderAnswers } from './orders.ts'
import { paymentAnswers } from './payments.ts'
import { productAnswers } from './products.ts'
import { reportAnswers } from './reports.ts'
import { returnAnswers } from './returns.ts'
import { reviewAnswers } from './reviews.ts'
import { secondStepAnswers } from './second-step.ts'
import { setupAnswers } from './setup.ts'
import { sizeAnswers } from './sizes.ts'
import { staffAnswers } from './staff.ts'

/** The JSON answers of /api/v1, call by call: routes, OpenAPI document and the browser's client are made from them. */
export const calls = {
  ...accountAnswers,
  ...adminCatalogAnswers,
  ...adminOrderAnswers,
  ...adminPaymentAnswers,
  ...channelAnswers,
  ...bulkAnswers,
  ...creditAnswers,
  ...adminReturnAnswers,
  ...adminSaleAnswers,
  ...couponAnswers,
  ...customerAnswers,
  ...dashboardAnswers,
  ...demoAnswers,
  ...formAnswers,
  ...giftCardAnswers,
  ...importAnswers,
  ...linkAnswers,
  ...mailAnswers,
  ...messageAnswers,
  ...newsAnswers,
  ...noticeAnswers,
  ...orderAnswers,
  ...paymentAnswers,
  ...productAnswers,
  ...recordAnswers,
  ...reportAnswers,
  ...secondStepAnswers,
  ...returnAnswers,
  ...reviewAnswers,
  ...settingsAnswers,
  ...setupAnswers,
  ...shippingAnswers,
  ...sizeAnswers,
  ...staffAnswers,
  ...stockAnswers,
  ...transferAnswers,
}

/** Method and path, such as 'GET /orders/{id}'. */
export type Call = keyof typeof calls
export type Answer<C extends Call> = z.infer<(typeof calls)[C]>

export type MethodOf<C extends Call> = C extends `${infer Method} /${string}` ? Method : never
export type PatternOf<C extends Call> = C extends `${string} ${infer Path}` ? Path : never
/** Addresses of a call: its parameters filled in, with or without a query. */
export type PathOf<C extends Call> = Filled<PatternOf<C>> | `${Filled<PatternOf<C>>}?${string}`
type Filled<Path extends string> = Path extends `${infer Start}{${string}}${infer End}`
  ? `${Start}${string}${Filled<End>}`
  : Path
