import type { ReactNode } from 'react'
import { formatPhone } from '#shop/fields/phone.ts'
import { Field } from './field.tsx'
import type { useFields } from './form.ts'

/** Gives the props of a field; the form may have others besides these. */
type FieldOf<F extends string> = (name: F) => ReturnType<ReturnType<typeof useFields<string>>['field']>

/** First and last name, side by side. */
export function NameFields({ field, wide = false }: { field: FieldOf<'firstName' | 'lastName'>; wide?: boolean }) {
  return (
    <div className={`grid items-start gap-4 ${wide ? 'sm:grid-cols-2' : 'grid-cols-2'}`}>
      <Field label="Ad" autoComplete="given-name" maxLength={80} required {...field('firstName')} />
      <Field label="Soyad" autoComplete="family-name" maxLength={80} required {...field('lastName')} />
    </div>
  )
}

type PhoneFieldProps = { hint: ReactNode; field: FieldOf<'phone'>; set: (name: 'phone', text: string) => void }

/** A phone number, which takes its usual form once it is typed. */
export function PhoneField({ hint, field, set }: PhoneFieldProps) {
  const { value, error, ...input } = field('phone')
  return (
    <Field
      label="Telefon"
      type="tel"
      autoComplete="tel"
      inputMode="tel"
      maxLength={25}
      required
      hint={hint}
      {...input}
      value={value}
      error={error}
      onBlur={() => value && !error && set('phone', formatPhone(value))}
    />
  )
}

type PostalCodeFieldProps = { field: FieldOf<'postalCode'>; set: (name: 'postalCode', text: string) => void }

/** Its five digits, also where they are pasted with a space or more around them. */
export function PostalCodeField({ field, set }: PostalCodeFieldProps) {
  return (
    <Field
      label="Posta kodu"
      optional
      autoComplete="postal-code"
      inputMode="numeric"
      {...field('postalCode')}
      onChange={(event) => set('postalCode', event.target.value.replace(/\D/g, '').slice(0, 5))}
    />
  )
}

export function EmailField({ field }: { field: FieldOf<'email'> }) {
  return (
    <Field
      label="E-posta"
      type="email"
      autoComplete="email"
      inputMode="email"
      maxLength={254}
      required
      {...field('email')}
    />
  )
}
