import { useRef, useState } from 'react'
import type { WireQuote } from '#api/wire/payments.ts'
import { formatTl } from '#shop/money.ts'
import { CodeField, takeFocus } from '../../cart/coupon/code-field.tsx'

type Told = NonNullable<WireQuote['giftCards']>[number]
type GiftCardFieldProps = {
  codes: string[]
  /** The shop's answer for each code, in the same order; undefined until it has answered. */
  told: Told[] | undefined
  disabled: boolean
  onChange: (codes: string[]) => void
}

const most = 2
const link = 'min-h-11 text-sm underline decoration-line underline-offset-4 hover:decoration-ink'

/** Where codes of gift cards are typed, folded until they are wanted; what each covers, and what stays on it. */
export function GiftCardField({ codes, told, disabled, onChange }: GiftCardFieldProps) {
  /** The text that the field begins with; undefined while it is folded. */
  const [typing, setTyping] = useState<string>()
  const [added, setAdded] = useState('')
  const box = useRef<HTMLDivElement>(null)
  /** A code that does not count stays in the field to be corrected: only one of its sixteen letters may be wrong. */
  function remove(code: string, isWrong: boolean) {
    onChange(codes.filter((other) => other !== code))
    // A field that comes has the focus by itself.
    setTyping(isWrong ? code : '')
    box.current?.querySelector('input')?.focus()
  }
  return (
    <div ref={box} className="grid gap-1">
      {codes.map((code, index) => (
        <Asked
          key={code}
          code={code}
          told={told?.[index]}
          disabled={disabled}
          isTyped={code === added}
          onRemove={(isWrong) => remove(code, isWrong)}
        />
      ))}
      {typing !== undefined && codes.length < most ? (
        <CodeField
          key={typing}
          initial={typing}
          label="Hediye kartı"
          name="giftCard"
          placeholder="XXXX-XXXX-XXXX-XXXX"
          spellCheck={false}
          disabled={disabled}
          onUse={(code) => {
            if (code === '') return 'Hediye kartının kodunu yazın'
            if (codes.includes(code)) return 'Bu kartı zaten eklediniz'
            onChange([...codes, code])
            setAdded(code)
            setTyping(undefined)
            return undefined
          }}
        />
      ) : (
        codes.length < most &&
        !told?.some(({ counts }) => !counts) && (
          <button
            type="button"
            disabled={disabled}
            onClick={() => setTyping('')}
            className={`${link} justify-self-start`}
          >
            {codes.length === 0 ? 'Hediye kartı kullan' : 'İkinci hediye kartı ekle'}
          </button>
        )
      )}
    </div>
  )
}

type AskedProps = {
  code: string
  told: Told | undefined
  disabled: boolean
  /** It came from the field that had the focus. */
  isTyped: boolean
  onRemove: (isWrong: boolean) => void
}

function Asked({ code, told, disabled, isTyped, onRemove }: AskedProps) {
  const tail = told?.tail ?? code.slice(-4)
  const isWrong = told?.counts === false
  return (
    <div className="text-sm">
      <div className="flex min-h-11 items-center justify-between gap-3">
        <span ref={isTyped ? takeFocus : undefined} tabIndex={-1} className="min-w-0 wrap-anywhere">
          Hediye kartı: <span className="font-medium tabular-nums">{isWrong ? code : `•••• ${tail}`}</span>
        </span>
        <button
          type="button"
          disabled={disabled}
          onClick={() => onRemove(isWrong)}
          className={`${link} -mr-2 shrink-0 px-2`}
        >
          {isWrong ? 'Düzelt' : 'Kaldır'}
          <span className="sr-only">: •••• {tail}</span>
        </button>
      </div>
      <p role="status" className={isWrong ? 'pb-1 text-bad' : 'pb-1 text-muted'}>
        {!told ? 'Kart kontrol ediliyor' : told.counts ? coverage(told) : told.why}
      </p>
    </div>
  )
}

function coverage({ balance = 0, used = 0, left = 0 }: Told): string {
  if (used === 0) return `Bakiyesi ${formatTl(balance)}; bu siparişte gerekmedi.`
  return `${formatTl(used)} bu karttan ödenir, kartta ${formatTl(left)} kalır.`
}
