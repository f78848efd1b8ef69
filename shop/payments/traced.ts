import type { PaymentProvider } from '../payment-provider.ts'
import type { Trace } from '../trace.ts'

/** The same provider, each of its calls timed; of what is asked and answered only the kind of outcome is told. */
export function tracedProvider(provider: PaymentProvider, trace: Trace): PaymentProvider {
  const timed =
    <Args extends unknown[], Answer>(name: string, call: (...args: Args) => Promise<Answer>) =>
    (...args: Args) =>
      trace(
        { name: `payment ${name}`, kind: 'client', attributes: { 'payment.provider': provider.name } },
        async (note) => {
          const answer = await call(...args)
          if (typeof answer === 'object' && answer !== null && 'kind' in answer)
            note({ 'payment.outcome': String(answer.kind) })
          return answer
        },
      )
  return {
    ...provider,
    charge: timed('charge', provider.charge),
    ...(provider.openPage ? { openPage: timed('open page', provider.openPage) } : {}),
    finishThreeDs: timed('finish 3-D Secure', provider.finishThreeDs),
    find: timed('find', provider.find),
    refund: timed('refund', provider.refund),
    ...(provider.findRefund ? { findRefund: timed('find refund', provider.findRefund) } : {}),
    listInstallments: timed('list installments', provider.listInstallments),
    listCharges: timed('list charges', provider.listCharges),
    findBooks: timed('find books', provider.findBooks),
  }
}
