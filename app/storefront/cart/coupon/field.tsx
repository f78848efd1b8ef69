import { useState } from 'react'
import type { WireQuote } from '#api/wire/payments.ts'
import { writeStored } from '#app/browser/browser-storage.ts'
import { couponKey } from '../store.ts'
import { CodeField, takeFocus } from './code-field.tsx'

type CouponFieldProps = {
  /** The code that is asked for now. */
  code: string | null
  /** The shop's answer about the code; undefined until it has answered. */
  told: WireQuote['coupon']
  disabled?: boolean
}

/** Where a code is typed, folded until it is wanted; then the code, and why it does not count. */
export function CouponField({ code, told, disabled = false }: CouponFieldProps) {
  const [open, setOpen] = useState(false)
  if (code) {
    const asked = { code: told?.code ?? code, told, disabled, isTyped: open }
    return <Asked {...asked} onRemove={() => setOpen(true)} />
  }
  if (open) return <CodeField label="İndirim kodu" name="coupon" disabled={disabled} onUse={use} />
  return (
    <button type="button" disabled={disabled} onClick={() => setOpen(true)} className={`${link} justify-self-start`}>
      İndirim kodu ekle
    </button>
  )
}

const link = 'min-h-11 text-sm underline decoration-line underline-offset-4 hover:decoration-ink'

/** Takes the code, which the quote is asked with from then on. */
function use(code: string): string | undefined {
  if (code === '') return 'İndirim kodunu yazın'
  writeStored(couponKey, code)
  return undefined
}

type AskedProps = {
  code: string
  told: WireQuote['coupon']
  disabled: boolean
  /** It stands where the field was that had the focus. */
  isTyped: boolean
  onRemove: () => void
}

function Asked({ code, told, disabled, isTyped, onRemove }: AskedProps) {
  function remove() {
    writeStored(couponKey, null)
    onRemove()
  }
  return (
    <div className="text-sm">
      <div className="flex min-h-11 items-center justify-between gap-3">
        <span ref={isTyped ? takeFocus : undefined} tabIndex={-1} className="min-w-0 wrap-anywhere">
          İndirim kodu: <span className="font-medium">{code}</span>
        </span>
        <button type="button" disabled={disabled} onClick={remove} className={`${link} -mr-2 shrink-0 px-2`}>
          Kaldır<span className="sr-only">: {code} kodu</span>
        </button>
      </div>
      <p role="status" className={told && !told.counts ? 'pb-1 text-bad' : 'sr-only'}>
        {!told ? 'Kod kontrol ediliyor' : told.counts ? 'Kod uygulandı' : told.why}
      </p>
    </div>
  )
}
