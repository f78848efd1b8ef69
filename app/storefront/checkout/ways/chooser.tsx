import type { WireQuote } from '#api/wire/payments.ts'
import { Notice } from '#app/ui/notice.tsx'
import { formatTl } from '#shop/money.ts'
import type { PaymentMethod } from '#shop/payment-method.ts'
import type { Quoted } from './use-quote.ts'

/** How a way is offered; `text` says what happens once she has ordered. */
const words: Record<PaymentMethod, { label: string; text?: string }> = {
  CARD: { label: 'Kredi veya banka kartı' },
  HOSTED: {
    label: 'Kartla, güvenli ödeme sayfasında',
    text: 'Siparişi onaylayınca ödeme kuruluşunun sayfasına geçersiniz; kart bilgilerinizi mağaza görmez.',
  },
  BANK_TRANSFER: {
    label: 'Havale / EFT',
    text: 'Siparişi onaylayınca IBAN’ı ve açıklamaya yazacağınız kodu gösterir, e-postayla da göndeririz. Ürünleriniz sizin için ayrılır.',
  },
  STORE_CREDIT: {
    label: 'Mağaza kredisi',
    text: 'Krediniz bu siparişin tamamını karşılıyor; başka bir ödeme gerekmez.',
  },
  CASH_ON_DELIVERY: {
    label: 'Kapıda ödeme',
    text: 'Siparişinizi size göndereceğimiz kodla doğrular, tutarı teslim alırken ödersiniz.',
  },
}

type WayChooserProps = {
  quote: Quoted
  chosen: PaymentMethod
  disabled: boolean
  onChoose: (method: PaymentMethod) => void
}

/** The ways to pay for this order; where there is but one, nothing is asked. */
export function WayChooser({
  quote: { methods, failed, again, giftCardsTold },
  chosen,
  disabled,
  onChoose,
}: WayChooserProps) {
  if (failed) {
    return (
      <Notice tone="bad">
        Ödeme yöntemleri alınamadı.{' '}
        <button type="button" onClick={again} className="min-h-6 underline underline-offset-4">
          Tekrar Dene
        </button>
      </Notice>
    )
  }
  // How much each gift card pays stands beside its code.
  const { text } = chosen === 'STORE_CREDIT' && giftCardsTold ? { text: 'Başka bir ödeme gerekmez.' } : words[chosen]
  if (methods.length < 2) return text ? <p className="text-muted text-sm">{text}</p> : null
  return (
    <fieldset disabled={disabled} className="grid gap-1">
      <legend className="pb-1 font-medium text-sm">Ödeme yöntemi</legend>
      {methods.map((way) => (
        <Choice key={way.method} way={way} checked={way.method === chosen} onChoose={onChoose} />
      ))}
      {text && <p className="pt-1 text-muted text-sm">{text}</p>}
    </fieldset>
  )
}

type ChoiceProps = {
  way: WireQuote['methods'][number]
  checked: boolean
  onChoose: WayChooserProps['onChoose']
}

function Choice({ way: { method, fee, available, why }, checked, onChoose }: ChoiceProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 border border-line px-3 py-2 text-sm has-checked:border-ink">
      <input
        type="radio"
        className="size-4 shrink-0 accent-ink"
        name="paymentMethod"
        value={method}
        checked={checked}
        disabled={!available}
        onChange={() => onChoose(method)}
      />
      <span className="grow">
        <span className={available ? undefined : 'text-muted'}>{words[method].label}</span>
        {why && <span className="block text-muted">{why}</span>}
      </span>
      {fee > 0 && <span className="whitespace-nowrap tabular-nums">+ {formatTl(fee)}</span>}
    </label>
  )
}
