import { OpenAPIHono } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import { notFound } from '#shop/errors.ts'
import { account } from './account/account.ts'
import { accountAddresses } from './account/addresses.ts'
import { accountCredit } from './account/credit.ts'
import { keptCart } from './account/kept-cart.ts'
import { accountMails } from './account/mails.ts'
import { accountSecondStep } from './account/second-step.ts'
import { ownSize } from './account/size.ts'
import { adminAudit } from './admin/audit.ts'
import { adminProductsBulk } from './admin/bulk/bulk.ts'
import { adminCategories } from './admin/catalog/categories.ts'
import { adminImages } from './admin/catalog/images.ts'
import { adminLooks } from './admin/catalog/looks.ts'
import { adminProductGroups } from './admin/catalog/product-groups.ts'
import { adminProducts } from './admin/catalog/products.ts'
import { adminSales } from './admin/catalog/sales.ts'
import { adminCoupons } from './admin/coupons.ts'
import { adminConsents } from './admin/customers/consents.ts'
import { adminCredit } from './admin/customers/credit.ts'
import { adminCustomers } from './admin/customers/customers.ts'
import { adminDashboard } from './admin/dashboard.ts'
import { adminDelivery } from './admin/delivery.ts'
import { adminDemo } from './admin/demo.ts'
import { adminDoor } from './admin/door.ts'
import { adminEvents } from './admin/events.ts'
import { adminFace } from './admin/face.ts'
import { adminGiftCards } from './admin/gift-cards/gift-cards.ts'
import { adminInvoices } from './admin/invoices.ts'
import { adminLegal } from './admin/legal.ts'
import { adminMails } from './admin/mails.ts'
import { adminMessages } from './admin/messages/messages.ts'
import { adminMessageTemplates } from './admin/messages/templates.ts'
import { adminNewsletters } from './admin/news/newsletters.ts'
import { adminNotices } from './admin/notices.ts'
import { adminOrders } from './admin/orders.ts'
import { adminPayments } from './admin/payments.ts'
import { adminReports } from './admin/reports.ts'
import { adminSecurityLog } from './admin/security-log.ts'
import { adminSettings } from './admin/settings.ts'
import { adminExports } from './admin/sheets/exports.ts'
import { adminImports } from './admin/sheets/imports.ts'
import { adminPacking } from './admin/shipping/packing.ts'
import { adminParcels } from './admin/shipping/parcels.ts'
import { adminShipments } from './admin/shipping/shipments.ts'
import { adminTracking } from './admin/shipping/tracking.ts'
import { adminProductSheet } from './admin/stock/sheet.ts'
import { adminStocktakes } from './admin/stock/stocktakes.ts'
import { adminTransfers } from './admin/transfers.ts'
import { contracts } from './agreements.ts'
import { type ApiEnv, limitedBody } from './api.ts'
import { auth } from './auth.ts'
import { authenticate, staffOnly } from './authenticate.ts'
import { bankPage } from './bank-page.ts'
import { categories } from './categories.ts'
import { adminFeeds } from './channels/feeds.ts'
import { feeds } from './channels/files.ts'
import { adminMarketProducts } from './channels/market-products.ts'
import { adminMarketplace } from './channels/marketplace.ts'
import { demoBankPages, demoLedger } from './demo-bank.ts'
import { docs } from './docs.ts'
import { answerFailure, unsupportedMediaType } from './failures.ts'
import { favorites } from './favorites.ts'
import { forms, limitUploads } from './forms.ts'
import { guestCheckout } from './guests/checkout.ts'
import { guestOrders } from './guests/orders.ts'
import { installments } from './installments.ts'
import { mailBounces } from './mail/bounces.ts'
import { media } from './media.ts'
import { orderChanges } from './order-desk/changes.ts'
import { paymentLinkCalls } from './order-desk/links.ts'
import { manualOrders } from './order-desk/manual.ts'
import { ownOrderChanges } from './order-desk/own.ts'
import { orders } from './orders.ts'
import { paymentWebhook } from './payment-webhook.ts'
import { doorCodes } from './payments/door.ts'
import { checkoutLine } from './payments/line.ts'
import { payments } from './payments.ts'
import { products } from './products.ts'
import { quote } from './quote.ts'
import { stockNotices } from './restock/notices.ts'
import { exchanges } from './returns/exchanges.ts'
import { adminReturnSettings } from './returns/settings.ts'
import { returns } from './returns/shopper.ts'
import { adminExchanges, adminReturnReasons, adminReturns } from './returns/staff.ts'
import { reviews } from './reviews/shopper.ts'
import { adminReviewSettings, adminReviews } from './reviews/staff.ts'
import { adminSetup } from './setup/setup.ts'
import { shippingWebhook } from './shipping/webhook.ts'
import { joining } from './staff/joining.ts'
import { adminMe, adminStaff } from './staff/people.ts'
import { adminRoles } from './staff/roles.ts'

const resources = [
  products,
  categories,
  auth,
  joining,
  account,
  accountAddresses,
  accountMails,
  keptCart,
  accountSecondStep,
  accountCredit,
  ownSize,
  favorites,
  installments,
  quote,
  paymentWebhook,
  guestCheckout,
  payments,
  checkoutLine,
  doorCodes,
  guestOrders,
  orders,
  returns,
  exchanges,
  reviews,
  ownOrderChanges,
  contracts,
  // Before the calls that take any word for a product's id.
  adminProductsBulk,
  adminProducts,
  adminProductSheet,
  adminStocktakes,
  adminProductGroups,
  adminLooks,
  adminSales,
  adminCategories,
  adminCoupons,
  adminImages,
  adminImports,
  adminExports,
  adminOrders,
  adminTracking,
  adminPacking,
  orderChanges,
  manualOrders,
  paymentLinkCalls,
  adminShipments,
  shippingWebhook,
  adminCredit,
  adminGiftCards,
  adminCustomers,
  adminConsents,
  adminInvoices,
  adminReturns,
  adminExchanges,
  adminReturnReasons,
  adminReturnSettings,
  adminReviews,
  adminReviewSettings,
  adminDashboard,
  adminReports,
  adminParcels,
  adminEvents,
  adminLegal,
  adminPayments,
  forms,
  stockNotices,
  adminMessages,
  adminMessageTemplates,
  adminMails,
  mailBounces,
  adminNewsletters,
  adminNotices,
  adminSecurityLog,
  adminSettings,
  adminSetup,
  adminFace,
  adminTransfers,
  adminDelivery,
  adminDoor,
  adminDemo,
  adminFeeds,
  adminMarketplace,
  adminMarketProducts,
  adminAudit,
  adminMe,
  adminStaff,
  adminRoles,
  demoLedger,
]

/** All of /api/v1; the caller passes the request's ctx in the environment. `pictureBytes`: size of the cache of pictures. */
export function mountApi({ pictureBytes }: { pictureBytes: number }) {
  const api = new OpenAPIHono<ApiEnv>()
  api.onError(answerFailure)
  api.notFound((c) => answerFailure(notFound('Böyle bir adres yok.'), c))
  api.use(async (c, next) => {
    c.set('ctx', c.env.ctx)
    // Public answers may be cached if they are revalidated; all others are personal.
    c.header('Cache-Control', isPublic(c.req.path) && c.req.method === 'GET' ? 'public, no-cache' : 'no-store')
    await next()
  })
  api.use('/api/v1/*', onlyOurMediaTypes)
  api.use('/api/v1/*', authenticate)
  // Before anything of the input is read or judged: strangers learn nothing of it.
  api.use('/api/v1/admin/*', staffOnly)
  api.use('/api/v1/forms/application', limitUploads)
  api.use('/api/v1/returns/images', limitUploads)
  api.use('/api/v1/reviews/images', limitUploads)
  api.use(limitedBody)
  const v1 = new OpenAPIHono<ApiEnv>()
  for (const router of resources) v1.route('/', router)
  api.route('/api/v1', v1)
  demoBankPages(api)
  bankPage(api)
  api.route('/', media(pictureBytes))
  api.route('/', feeds())
  docs(api)
  return api
}

function isPublic(path: string): boolean {
  return /^\/api\/v1\/(products|categories)(\/|$)/.test(path)
}

/** Refuses changes sent as text or as a urlencoded form, as other sites' forms can send them; multipart is taken, for files. */
const onlyOurMediaTypes: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const type = c.req.header('content-type')
  // Banks, mail programs and mail servers send what is theirs; their addresses carry what proves them.
  const fromOutside =
    /^\/api\/v1\/(payments\/(3ds-callback|page\/return|webhook\/[a-z]+)|unsubscribe|mail\/bounces\/\w+|stock-notices\/[\w.-]+\/leave)$/.test(
      c.req.path,
    )
  if (
    c.req.method !== 'GET' &&
    type !== undefined &&
    !fromOutside &&
    !/^(application\/json|multipart\/form-data)\b/i.test(type)
  ) {
    throw unsupportedMediaType()
  }
  await next()
}
