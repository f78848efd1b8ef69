import { type FormEvent, useEffect, useState } from 'react'
import { SendVerification } from '#app/account/send-verification.tsx'
import { api } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox, Field } from '#app/ui/field.tsx'
import { useFields } from '#app/ui/form.ts'
import { Notice } from '#app/ui/notice.tsx'
import { useLoaded } from '#app/use-loaded.ts'
import { formatPhone } from '#shop/checkout/phone.ts'
import { AddressChoice, keepAddress, useSavedAddresses } from './checkout-addresses.tsx'
import { type CustomerFields, checkCustomer } from './checkout-checks.ts'
import { keepDraft, readDraft } from './checkout-draft.ts'
import { PostalFields } from './postal-fields.tsx'

type CheckoutInfoProps = {
  /** What the server found wrong, by field. */
  problems: Record<string, string>
  onBack: () => void
  onDone: () => void
}

/** Who gets the parcel, and where. What is typed survives a reload. */
export function CheckoutInfo({ problems, onBack, onDone }: CheckoutInfoProps) {
  const { values, field, form, set, accept } = useFields<keyof CustomerFields>(readDraft)
  const [save, setSave] = useState(false)
  const { addresses, chosen, unsaved } = useSavedAddresses(values, choose)
  useEffect(() => keepDraft(values), [values])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what the server said before this step came back
  useEffect(() => {
    if (Object.keys(problems).length > 0) accept(problems)
  }, [])

  function choose(address: Partial<CustomerFields>) {
    for (const [name, text] of Object.entries(address)) set(name as keyof CustomerFields, text)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!accept(checkCustomer(values))) return
    if (save && unsaved) void keepAddress(values)
    onDone()
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-4">
      <Unverified />
      <AddressChoice addresses={addresses} chosen={chosen} onChoose={choose} />
      <div className="grid grid-cols-2 items-start gap-4">
        <Field label="Ad" autoComplete="given-name" maxLength={80} required {...field('firstName')} />
        <Field label="Soyad" autoComplete="family-name" maxLength={80} required {...field('lastName')} />
      </div>
      <Field
        label="Telefon"
        type="tel"
        autoComplete="tel"
        inputMode="tel"
        maxLength={25}
        required
        hint="0XXX XXX XX XX. Yalnızca teslimat için ararız."
        {...field('phone')}
        onBlur={() => values.phone && !field('phone').error && set('phone', formatPhone(values.phone))}
      />
      <Field
        label="E-posta"
        type="email"
        autoComplete="email"
        inputMode="email"
        maxLength={254}
        required
        {...field('email')}
      />
      <PostalFields field={field} />
      {unsaved && (
        <Checkbox checked={save} onChange={(event) => setSave(event.target.checked)}>
          Bu adresi sonraki siparişlerim için hesabıma kaydet
        </Checkbox>
      )}
      <Button type="submit" className="mt-2 w-full">
        Ödeme adımına geç
      </Button>
      <Button look="quiet" onClick={onBack} className="justify-self-center text-sm!">
        Sepete dön
      </Button>
    </form>
  )
}

/** Said before she types her card: paying needs a verified address. */
function Unverified() {
  const { state } = useLoaded('account', (signal) => api.get<{ emailVerified: boolean }>('/account', { signal }))
  if (state.kind !== 'ready' || state.value.emailVerified) return null
  return (
    <Notice tone="plain">
      <div className="grid justify-items-start gap-2">
        <p>Ödeme yapabilmek için önce e-posta adresinizi doğrulayın; size gönderdiğimiz bağlantıyı açmanız yeterli.</p>
        <SendVerification />
      </div>
    </Notice>
  )
}
