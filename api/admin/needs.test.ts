import { expect } from 'vitest'
import { test } from '../../test/shop.ts'

/** The calls of the panel that need more than their right: sights, or a second step proved just now. */
const needed: Record<string, string[]> = {
  amounts: [
    'orders-read: GET /gift-cards',
    'orders-read: GET /gift-cards/{id}',
    'orders-read: GET /invoices/export',
    'orders-read: GET /orders/{id}/invoice.xml',
    'orders-read: GET /orders/{id}/invoices/{invoiceId}',
    'orders: GET /order-pieces',
    'orders: POST /door/collected',
    'orders: POST /door/payouts',
    'orders: POST /gift-cards/{id}/block',
    'orders: POST /gift-cards/{id}/unblock',
    'orders: POST /invoices/matches',
    'orders: POST /order-quote',
    'orders: POST /orders',
    'orders: POST /orders/{id}/collected',
    'orders: POST /orders/{id}/invoice',
    'orders: POST /orders/{id}/payment-link',
    'payments-read: GET /orders/{id}/transfer',
    'payments-read: GET /payments',
    'payments-read: GET /transfers',
    'payments: DELETE /orders/{id}/transfer/{receipt}',
    'payments: POST /orders/{id}/transfer',
    'payments: POST /orders/{id}/transfer/deadline',
    'payments: POST /payments/findings/{id}/resolution',
    'payments: POST /payments/reconciliation',
    'payments: POST /transfers/statement',
    'payments: POST /transfers/statement/{id}/confirm',
  ],
  'amounts+confirmed': [
    'orders-read: GET /exports/gift-cards',
    'orders: DELETE /orders/{id}',
    'orders: POST /gift-cards',
    'orders: POST /gift-cards/{id}/code',
    'orders: POST /orders/{id}/refund',
    'orders: POST /orders/{id}/refunds',
    'payments: POST /payments/refunds/{id}/resolution',
    'payments: POST /payments/{id}/resolution',
    'payments: PUT /payments/refunds/{id}/account',
    'returns: POST /returns/{id}/complete',
    'returns: POST /returns/{id}/keep',
    'returns: POST /returns/{id}/to-return',
  ],
  'amounts+contacts': [
    'mails: GET /mails',
    'mails: GET /mails/{id}',
    'mails: POST /mails/{id}/resend',
    'orders-read: GET /customers/{id}/credit',
    'records: GET /audit',
    'records: GET /security-log',
  ],
  'amounts+contacts+confirmed': [
    'customers: DELETE /customers/{id}',
    'customers: GET /customers/{id}/export',
    'customers: POST /customers/{id}/merge',
    'orders: POST /customers/{id}/credit',
  ],
  confirmed: [
    'customers: GET /exports/customers',
    'orders-read: GET /exports/orders',
    'settings: PUT /settings/second-step',
    'settings: PUT /settings/transfer',
    'settings: PUT /setup/domain',
    'settings: PUT /setup/mail',
    'settings: PUT /setup/payment',
    'staff: DELETE /roles/{id}',
    'staff: DELETE /staff/{id}',
    'staff: POST /roles',
    'staff: POST /staff',
    'staff: PUT /roles/{id}',
    'staff: PUT /staff/{id}',
  ],
  contacts: [
    'customers: GET /consents',
    'customers: GET /consents/of',
    'customers: POST /consents/files',
    'customers: POST /consents/files/{id}/uploaded',
    'customers: POST /consents/imports',
    'customers: POST /consents/withdrawals',
    'messages: GET /messages',
    'messages: GET /messages/{id}',
    'messages: GET /messages/{id}/file',
    'messages: GET /stock-requests',
    'messages: POST /customers/{id}/messages',
    'messages: POST /messages/{id}/answers',
    'messages: PUT /messages/{id}',
    'news: DELETE /newsletters/{id}',
    'news: GET /newsletters',
    'news: GET /newsletters/choices',
    'news: GET /newsletters/products',
    'news: GET /newsletters/settings',
    'news: GET /newsletters/{id}',
    'news: POST /newsletters',
    'news: POST /newsletters/audience',
    'news: POST /newsletters/preview',
    'news: POST /newsletters/{id}/resume',
    'news: POST /newsletters/{id}/send',
    'news: POST /newsletters/{id}/stop',
    'news: POST /newsletters/{id}/test',
    'news: PUT /newsletters/settings',
    'news: PUT /newsletters/{id}',
  ],
  'contacts+confirmed': ['customers: GET /consents/files/{id}', 'customers: POST /customers/{id}/second-step/reset'],
}

type Document = { paths: Record<string, Record<string, Marks>> }
type Marks = { 'x-right'?: string; 'x-sights'?: string[]; 'x-confirmed'?: true }

test('no call of the panel loses a sight or its second step unseen', async ({ api }) => {
  const { paths }: Document = (await api('GET', '/openapi.json')).body
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, marks]) => {
      const more = [...(marks['x-sights'] ?? []), ...(marks['x-confirmed'] ? ['confirmed'] : [])].join('+')
      return { more, call: `${marks['x-right']}: ${method.toUpperCase()} ${path.replace('/api/v1/admin', '')}` }
    }),
  )
  const marked = calls.filter(({ more }) => more !== '')
  const found = Map.groupBy(marked, ({ more }) => more)
  expect(Object.fromEntries([...found].map(([more, those]) => [more, those.map(({ call }) => call).sort()]))).toEqual(
    needed,
  )
})
