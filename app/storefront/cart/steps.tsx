import { createStore } from '#app/browser/browser-storage.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { formatKurus } from '#shop/money.ts'
import type { CartLine } from './store.ts'

export type CheckoutStep = 'cart' | 'guest' | 'info' | 'payment' | 'completed'

const steps = [
  ['cart', 'Sepet'],
  ['info', 'Sipariş bilgileri'],
  ['payment', 'Ödeme'],
] as const

type CheckoutStepsProps = { step: CheckoutStep; onBack: ((step: CheckoutStep) => void) | undefined }

/** The steps of the checkout with the present one marked; earlier steps lead back. */
export function CheckoutSteps({ step, onBack }: CheckoutStepsProps) {
  const current = steps.findIndex(([name]) => name === (step === 'guest' ? 'info' : step))
  return (
    <nav aria-label="Sipariş adımları" data-checkout className="shrink-0 border-line border-b px-4 sm:px-6">
      <ol className="-mx-2 flex flex-wrap whitespace-nowrap text-sm max-[23.4rem]:-mx-1">
        {steps.map(([name, label], index) => {
          const text = (
            <>
              <span
                className={`grid size-6 place-items-center max-[23.4rem]:size-5 rounded-full border tabular-nums ${index === current ? 'border-nar bg-nar text-white' : index < current ? 'border-ink' : 'border-edge'}`}
              >
                {index + 1}
              </span>
              <span
                className={
                  index < current && onBack
                    ? 'underline decoration-line underline-offset-4 group-hover:decoration-ink'
                    : ''
                }
              >
                {label}
              </span>
            </>
          )
          return (
            <li key={name} aria-current={index === current ? 'step' : undefined}>
              {index < current && onBack ? (
                <button
                  type="button"
                  onClick={() => onBack(name)}
                  className="group flex min-h-11 items-center gap-2 px-2 max-[23.4rem]:gap-1.5 max-[23.4rem]:px-1"
                >
                  {text}
                </button>
              ) : (
                <span
                  className={`flex min-h-11 items-center gap-2 px-2 max-[23.4rem]:gap-1.5 max-[23.4rem]:px-1 ${index === current ? 'font-medium' : 'text-muted'}`}
                >
                  {text}
                </span>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

/** Her payment in kuruş, while the payment step knows it: with delivery and fees, less gift cards and store credit. */
export const toPay = createStore<number | undefined>(undefined)

type OrderSummaryProps = { lines: CartLine[]; count: number; totalKurus: number }

/** The order's total, always in sight; its lines unfold. */
export function OrderSummary({ lines, count, totalKurus }: OrderSummaryProps) {
  const toPayKurus = toPay.use()
  return (
    <details className="group shrink-0 border-line border-b bg-paper px-4 sm:px-6">
      <summary className="flex min-h-11 list-none items-center gap-2 text-sm [&::-webkit-details-marker]:hidden">
        <span className="grow">
          Sipariş özeti <span className="text-muted">({count} ürün)</span>
        </span>
        <span className="whitespace-nowrap font-medium tabular-nums">{formatKurus(toPayKurus ?? totalKurus)}</span>
        <span className="group-open:rotate-180">
          <Icon name="down" size={18} />
        </span>
      </summary>
      <div className="max-h-[40dvh] overflow-y-auto pb-3">
        <SummaryLines lines={lines} pictures />
      </div>
    </details>
  )
}

export function SummaryLines({ lines, pictures = false }: { lines: CartLine[]; pictures?: boolean }) {
  return (
    <ul className="grid grid-cols-1 gap-2 text-sm">
      {lines.map((line) => (
        <li key={line.variantId} className="flex items-start gap-3">
          {pictures && <Picture image={line.image} alt="" sizes={40} className="aspect-4/5 w-10 object-cover" />}
          <span className="min-w-0 grow">
            {line.name}
            <span className="block text-muted">
              {line.color}, {line.size} × {line.quantity}
            </span>
          </span>
          <span className="whitespace-nowrap tabular-nums">{formatKurus(line.priceKurus * line.quantity)}</span>
        </li>
      ))}
    </ul>
  )
}
