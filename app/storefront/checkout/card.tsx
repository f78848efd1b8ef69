import type { CardBrand } from './card-format.ts'
import type { CardValues } from './pay.ts'

/** The card as it is being typed. Decoration: everything on it stands in the fields. */
export function DrawnCard({ values, brand }: { values: CardValues; brand: CardBrand | undefined }) {
  const number = values.cardNumber.replace(/ /g, '').padEnd(brand === 'amex' ? 15 : 16, '•')
  return (
    <div
      aria-hidden="true"
      className="@container relative mx-auto flex aspect-[1.586] w-full max-w-64 flex-col justify-between overflow-hidden rounded-xl bg-ink p-4 sm:max-w-76 sm:p-5 text-paper"
    >
      <div className="absolute -top-16 -right-16 size-48 rounded-full bg-nar opacity-60" />
      <div className="absolute -right-24 -bottom-24 size-56 rounded-full bg-nar-deep opacity-50" />
      <div className="relative flex h-8 items-start justify-between">
        <svg viewBox="0 0 36 28" width="36" height="28" aria-hidden="true">
          <rect width="36" height="28" rx="4" fill="#d9bf8c" />
          <path d="M0 10h12v8H0m36-8H24v8h12M12 0v28M24 0v28" fill="none" stroke="#8a7448" strokeWidth="1" />
        </svg>
        {brand && <BrandMark brand={brand} />}
      </div>
      <div className="relative whitespace-pre text-[min(1rem,9.5cqw)] tabular-nums tracking-[0.08em] sm:text-[min(1.125rem,9.5cqw)]">
        {number.replace(/(.{4})(?=.)/g, '$1 ')}
      </div>
      <div className="relative flex items-end justify-between gap-4 text-sm">
        <span className="min-w-0 truncate">{values.cardHolderName || 'AD SOYAD'}</span>
        <span className="tabular-nums">{values.expiryDate || 'AA/YY'}</span>
      </div>
    </div>
  )
}

/** The cards that are taken; Troy's are not told by their first digit. */
const names = { visa: 'Visa', mastercard: 'Mastercard', amex: 'American Express', troy: 'Troy' }

function BrandMark({ brand }: { brand: keyof typeof names }) {
  if (brand === 'mastercard') {
    return (
      <svg viewBox="0 0 40 26" width="40" height="26" role="img" aria-label={names.mastercard}>
        <circle cx="14" cy="13" r="11" fill="#eb001b" />
        <circle cx="26" cy="13" r="11" fill="#f79e1b" />
        <path d="M20 3.8a11 11 0 0 1 0 18.4 11 11 0 0 1 0-18.4Z" fill="#ff5f00" />
      </svg>
    )
  }
  return (
    <span
      role="img"
      aria-label={names[brand]}
      className={`font-semibold leading-6.5 ${brand === 'visa' ? 'text-lg italic' : 'text-sm'}`}
    >
      {{ visa: 'VISA', amex: 'AMEX', troy: 'TROY' }[brand]}
    </span>
  )
}

/** Which cards are taken, said before paying. */
export function AcceptedCards() {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-sm">
      <span className="max-sm:w-full">Kabul edilen kartlar</span>
      {(['visa', 'mastercard', 'amex', 'troy'] as const).map((brand) => (
        <span
          key={brand}
          className="grid h-8 place-items-center rounded-xs border border-line bg-surface px-2 text-ink"
        >
          <BrandMark brand={brand} />
        </span>
      ))}
    </p>
  )
}
