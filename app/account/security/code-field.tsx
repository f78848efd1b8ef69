import type { ChangeEvent } from 'react'
import { Field } from '#app/ui/field.tsx'

type CodeFieldProps = {
  name: string
  value: string
  error?: string | undefined
  recovery?: boolean
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
}

/** Six digits of an app, which a telephone offers to fill in, or a recovery code. */
export function CodeField({ recovery = false, error, ...input }: CodeFieldProps) {
  return (
    <Field
      {...input}
      {...(error === undefined ? {} : { error })}
      label={recovery ? 'Kurtarma kodu' : 'Doğrulama kodu'}
      autoComplete={recovery ? 'off' : 'one-time-code'}
      inputMode={recovery ? 'text' : 'numeric'}
      maxLength={recovery ? 20 : 10}
      autoCapitalize={recovery ? 'characters' : 'none'}
      autoCorrect="off"
      spellCheck={false}
      placeholder={recovery ? 'XXXX-XXXX-XXXX' : '000 000'}
      hint={
        recovery ? 'Sakladığınız on koddan biri; her kod bir kez geçer.' : 'Doğrulama uygulamanızdaki 6 haneli kod.'
      }
      className="[&_input]:text-lg [&_input]:tracking-widest [&_input]:tabular-nums"
      required
    />
  )
}
