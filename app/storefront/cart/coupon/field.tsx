import { useState } from 'react'
import type { WireQuote } from '#api/wire/payments.ts'
import { writeStored } from '#app/browser/browser-storage.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { couponKey } from '../store.ts'

type CouponFieldProps = {
  /** The code that is asked for now. */
  code: string | null
  /** What the shop says of it; undefined until it is told. */
  told: WireQuote['coupon']
  disabled?: boolean
}

/** Where a code is typed, folded until it is wanted; then the code, and why it does not count. */
export function CouponField({ code, told, disabled = false }: CouponFieldProps) {
  const [open, setOpen] = useState(false)
  if (code) {
    return <Asked code={told?.code ?? code} told={told} disabled={disabled} onRemove={() => setOpen(true)} />
  }
  if (open) return <Typed disabled={disabled} />
  return (
    <button type="button" disabled={disabled} onClick={() => setOpen(true)} className={`${link} justify-self-start`}>
      İndirim kodu ekle
    </button>
  )
}

const link = 'min-h-11 text-sm underline decoration-line underline-offset-4 hover:decoration-ink'

function Typed({ disabled }: { disabled: boolean }) {
  const [text, setText] = useState('')
  const [error, setError] = useState('')
  function use() {
    if (text.trim() === '') return setError('İndirim kodunu yazın')
    writeStored(couponKey, text.trim())
  }
  return (
    <div className="flex items-start gap-2">
      <Field
        label="İndirim kodu"
        name="coupon"
        autoFocus
        autoComplete="off"
        autoCapitalize="characters"
        enterKeyHint="done"
        maxLength={40}
        value={text}
        error={error}
        disabled={disabled}
        onChange={(event) => {
          setText(event.target.value)
          setError('')
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // It may stand within the form that pays.
          event.preventDefault()
          use()
        }}
        className="min-w-0 grow"
      />
      <Button look="secondary" disabled={disabled} onClick={use} className="mt-6">
        Uygula
      </Button>
    </div>
  )
}

type AskedProps = { code: string; told: WireQuote['coupon']; disabled: boolean; onRemove: () => void }

function Asked({ code, told, disabled, onRemove }: AskedProps) {
  function remove() {
    writeStored(couponKey, null)
    onRemove()
  }
  return (
    <div className="text-sm">
      <div className="flex min-h-11 items-center justify-between gap-3">
        <span className="min-w-0 wrap-anywhere">
          İndirim kodu: <span className="font-medium">{code}</span>
        </span>
        <button type="button" disabled={disabled} onClick={remove} className={`${link} shrink-0 px-2`}>
          Kaldır<span className="sr-only">: {code} kodu</span>
        </button>
      </div>
      <p role="status" className={told && !told.counts ? 'pb-1 text-bad' : 'sr-only'}>
        {!told ? 'Kod kontrol ediliyor' : told.counts ? 'Kod uygulandı' : told.why}
      </p>
    </div>
  )
}
