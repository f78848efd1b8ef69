import type { Ctx } from '#shop/ctx.ts'
import type {
  BankReturn,
  ChargeRequest,
  ListedCharge,
  PaymentBooks,
  PaymentOutcome,
  PaymentProvider,
  RefundOutcome,
} from '#shop/payment-provider.ts'
import { minutes } from '#shop/time.ts'

const silence: PaymentOutcome = { kind: 'unknown', reason: 'silent' }

/** A bank that answers what it was told to, each call in its turn, and nothing after that; `asked` is what it heard. */
export function toldBank() {
  const says = {
    charge: [] as PaymentOutcome[],
    find: [] as PaymentOutcome[],
    finish: [] as PaymentOutcome[],
    return: [] as BankReturn[],
    refund: [] as RefundOutcome[],
    books: [] as PaymentBooks[],
    list: [] as ListedCharge[][],
  }
  const asked: string[] = []
  const charges: ChargeRequest[] = []
  const finished: Parameters<PaymentProvider['finishThreeDs']>[0][] = []
  const provider: PaymentProvider = {
    name: 'told',
    memory: minutes(2),
    async charge(request) {
      asked.push('charge')
      charges.push(request)
      return says.charge.shift() ?? silence
    },
    readReturn: () => says.return.shift() ?? { kind: 'unproven' },
    async finishThreeDs(payment) {
      asked.push('finish')
      finished.push(payment)
      return says.finish.shift() ?? silence
    },
    async find() {
      asked.push('find')
      return says.find.shift() ?? silence
    },
    async refund() {
      asked.push('refund')
      return says.refund.shift() ?? { kind: 'unknown', reason: 'silent' }
    },
    async findBooks() {
      asked.push('books')
      return says.books.shift()
    },
    listInstallments: async () => [],
    async listCharges() {
      asked.push('list')
      return says.list.shift()
    },
  }
  return { provider, says, asked, charges, finished, of: (ctx: Ctx): Ctx => ({ ...ctx, payments: provider }) }
}
