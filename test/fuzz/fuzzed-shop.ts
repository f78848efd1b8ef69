import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { pgliteHandle } from '#db/open.ts'
import { readEnv } from '#env'
import { createApp } from '#server'
import type { Product } from '#shop/catalog/products.ts'
import { type Ctx, newId } from '#shop/ctx.ts'
import { budgets } from '#shop/messages/checks.ts'
import { orderItems } from '#shop/orders/schema.ts'
import { openLog } from '../../server/log.ts'
import { checkDocumented } from '../answers/check.ts'
import { aPayment, goodCard, poorCard, secureCard } from '../checkout.ts'
import { depsOn } from '../deps.ts'
import { aCategory, anImage, aProduct, aUser, signIn, usualPassword } from '../factories.ts'
import { openTestDatabase } from '../snapshot.ts'
import type { Known } from './broken-requests.ts'

/** Secrets that no answer may contain, for any role. */
export const secrets = ['kanarya-imza-anahtari', 'kanarya-posta', '$argon2', goodCard]

const newPassword = 'yeni bir parola 12'

/** Opens a shop filled with some of everything, without rate limits and with cheap password hashes. */
export async function openFuzzedShop() {
  const dataDir = mkdtempSync(join(tmpdir(), 'butik-fuzz-'))
  const env = readEnv({
    DATA_DIR: dataDir,
    AUTH_SECRET: `${secrets[0]}, long enough to sign with`,
    RATE_LIMIT_SCALE: '1000',
  })
  const complaints: string[] = []
  const log = openLog('error', { write: (line: string) => void complaints.push(line) })
  const pglite = await openTestDatabase()
  const deps = { ...depsOn(pgliteHandle(pglite).db, { ...env, passwordCost: { memoryKib: 64, passes: 1 } }), log }
  const ctx: Ctx = { ...deps, actor: { kind: 'system' }, requestId: newId() }
  const app = createApp(deps)
  const fetch = async (request: Request) => {
    const answer = await app.fetch(request)
    await checkDocumented(request, answer)
    return answer
  }
  const users = { shopper: await aUser(ctx), admin: await aUser(ctx, { role: 'ADMIN' }) }

  /** A shopper's session has orders and addresses; after her account is deleted, another shopper's is opened. */
  async function tokenOf(role: 'guest' | 'shopper' | 'admin'): Promise<string | undefined> {
    if (role === 'guest') return undefined
    return signIn(ctx, users[role]).catch(async () => {
      users[role] = await aUser(ctx, { role: role === 'admin' ? 'ADMIN' : 'USER' })
      return signIn(ctx, users[role])
    })
  }
  const product = await fill(ctx, fetch, (await tokenOf('shopper')) ?? '')
  const ids = await idsIn(ctx)
  return {
    fetch,
    complaints,
    known: { ...ids, ...goodValues, slug: ['', product.slug, 'yeni-elbise'] },
    examples: await examplesOf(ctx, product),
    tokenOf,
    close: async () => {
      await pglite.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function fill(ctx: Ctx, fetch: (request: Request) => Promise<Response>, token: string) {
  const send = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const answer = await fetch(
      new Request(`http://shop.test/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) }),
    )
    const text = await answer.text()
    if (answer.status >= 300) throw new Error(`${path}: ${text}`)
    return JSON.parse(text).data
  }
  const category = await aCategory(ctx)
  const products = [
    await aProduct(ctx, { categoryId: category.id, variants: [{ stock: 5000 }, { stock: 3 }] }),
    await aProduct(ctx, { variants: [{ stock: 5000 }] }),
    await aProduct(ctx, { variants: [{ stock: 0 }] }),
  ]
  const [first] = products
  if (!first) throw new Error('no product')
  const payment = aPayment(first)
  const { orderData } = payment
  const { preInformation, distanceSales } = await send('/contracts/preview', payment)
  const acceptedContracts = { preInformation: preInformation.version, distanceSales: distanceSales.version }
  const accepted = { ...payment, orderData: { ...orderData, acceptedContracts } }
  for (let i = 0; i < 3; i++) await send('/payments/create', accepted)
  const { customerInfo } = orderData
  await send('/account/addresses', { title: 'Ev', ...customerInfo, email: undefined })
  await send('/forms/problem-report', {
    email: 'ayse@posta.example',
    problem: 'Paketim açılmış geldi, yardım eder misiniz?',
  })
  return first
}

/** Returns whole bodies for calls whose fields depend on each other. */
async function examplesOf(ctx: Ctx, product: Product): Promise<Record<string, unknown[]>> {
  const [spare, other] = [await aProduct(ctx), await aProduct(ctx)]
  const [item] = await ctx.db.select({ id: orderItems.id }).from(orderItems)
  const form = {
    name: 'Keten Gömlek',
    description: 'Hafif.',
    categoryId: product.category.id,
    mainImageId: await anImage(ctx),
    variants: jsonOf([{ ...variant, sku: 'GOMLEK-1' }]),
    published: 'true',
  }
  const payments = [goodCard, secureCard].map((card) => aPayment(product, { card }))
  const application = {
    fullName: 'Ayşe Yılmaz',
    phone: '0532 111 22 33',
    email: 'ayse@posta.example',
    city: 'İzmir',
    application_type: 'diger',
    budget: Object.keys(budgets)[0],
    title: 'Keten kumaş',
    description: 'Denizli’de keten dokuyoruz ve sizinle çalışmak istiyoruz, numune gönderebiliriz.',
    consentKvkk: 'true',
    consentContact: 'true',
  }
  const days = { from: 1, to: 3 }
  return {
    'POST /api/v1/payments/create': payments,
    'POST /api/v1/contracts/preview': payments,
    'POST /api/v1/admin/products': [form],
    'PUT /api/v1/admin/products/{id}': [form],
    'POST /api/v1/admin/product-groups': [{ name: 'Keten', productIds: [spare.id, other.id] }],
    'PUT /api/v1/admin/product-groups/{id}': [{ name: 'Keten', productIds: [spare.id, other.id] }],
    'POST /api/v1/admin/orders/{id}/refunds': [{ items: [{ itemId: item?.id, quantity: 1 }] }],
    'PUT /api/v1/admin/orders/{id}/status': ['CONFIRMED', 'PREPARED', 'SHIPPED', 'CANCELLED'].map((status) => ({
      status,
    })),
    'POST /api/v1/forms/application': [application],
    'PUT /api/v1/admin/settings/terms': [
      { settings: { dispatchHour: 14, dispatchDays: days, deliveryDays: days, freeReturnDays: 14, exchangeDays: 30 } },
    ],
    'POST /api/v1/admin/settings/texts/preview': [
      { id: 'hakkimizda', text: { lead: 'Biz', body: '# Biz\n\n{shopName} **ve** [siz](/)' } },
    ],
    'PUT /api/v1/admin/settings/texts': [{ id: 'hakkimizda', text: { lead: 'Biz', body: 'Biz kimiz?' } }],
    'DELETE /api/v1/account': [usualPassword, newPassword].map((password) => ({ password })),
  }
}

/** Returns the existing ids by the names that paths and bodies use. */
async function idsIn(ctx: Ctx): Promise<Known> {
  const ids = async (table: string) => {
    const { rows } = await ctx.db.execute<{ id: string }>(sql.raw(`select id from ${table}`))
    return rows.map(({ id }) => id)
  }
  const [products, variants, orders, items] = [
    await ids('products'),
    await ids('variants'),
    await ids('orders'),
    await ids('order_items'),
  ]
  const [categories, messages, mails, addresses] = [
    await ids('categories'),
    await ids('messages'),
    await ids('mails'),
    await ids('user_addresses'),
  ]
  const [attempts, users] = [await ids('payment_attempts'), await ids('users')]
  return {
    products,
    productId: products,
    productIds: products,
    favorites: products,
    variantId: variants,
    orders,
    orderIds: orders,
    itemId: items,
    payments: [...attempts, ...orders],
    customer: users,
    categories,
    category: categories,
    categoryId: categories,
    ids: categories,
    messages,
    mails,
    addresses,
  }
}

const jsonOf = (list: object[]) => JSON.stringify(list)
const variant = { sku: 'KUM-1', color: 'Kum', size: 'S', price: 119.9, stockQuantity: 3 }

const goodValues: Known = {
  email: ['ayse@posta.example', 'ISIL@posta.example'],
  senderEmail: ['', 'magaza@posta.example'],
  shopEmail: ['', 'magaza@posta.example'],
  password: [usualPassword, 'yanlis bir parola'],
  currentPassword: [usualPassword],
  newPassword: [newPassword],
  confirmPassword: [newPassword],
  phone: ['0532 111 22 33'],
  city: ['İstanbul', 'Iğdır'],
  postalCode: ['34710', '', null],
  vatRate: ['', '20', 10, '18'],
  district: ['Kadıköy', '', null],
  vkn: ['4810058590', '481 005 85 90', '4810058591'],
  tckn: ['10000000146', '', null, '10000000147'],
  cardNumber: [goodCard, secureCard, poorCard],
  expiryDate: ['12/40'],
  cvv: ['123'],
  installments: [1, 3],
  size: ['S', 'M'],
  color: ['Kum', 'Siyah'],
  colorHex: ['#a8321c', null],
  totalAmount: [1199, 2398],
  quantity: [1, 2],
  price: [1199, 0.01],
  originalPrice: ['', 1499],
  bin: ['552879'],
  trackingNumber: ['TR-1234', null],
  mainImageId: ['', '00000000000000000000000000000001', 'a\u0000'],
  existingImages: ['[]', '["00000000000000000000000000000001"]', '{"a":1}', '["a\\u0000"]'],
  variants: [
    jsonOf([variant]),
    jsonOf([{ ...variant, price: -1 }]),
    jsonOf([{ ...variant, stockQuantity: 1e21 }]),
    jsonOf([{ ...variant, sku: 'a\0b', color: '\ud800' }]),
    jsonOf([variant, variant]),
    '{"__proto__":[]}',
    '[null]',
  ],
  version: ['1', 1, 0],
  textVersion: ['1'],
  day: ['2026-11-19'],
  mersis: [''],
  kep: ['', 'magaza@hs01.kep.tr'],
  instagramUrl: ['', 'https://www.instagram.com/x', 'javascript:alert(1)'],
  provider: ['demo', 'iyzico'],
}
