import { type FormEvent, Suspense, useEffect, useState } from 'react'
import { SendVerification } from '#app/account/sign-in/send-verification.tsx'
import { api } from '#app/browser/api-client.ts'
import { lazyOnline } from '#app/browser/lazy-online.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Button } from '#app/ui/button.tsx'
import { EmailField, NameFields, PhoneField } from '#app/ui/contact-fields.tsx'
import { Checkbox } from '#app/ui/field.tsx'
import { useFields } from '#app/ui/form.ts'
import { Notice } from '#app/ui/notice.tsx'
import { type CustomerFields, checkCustomer } from '#shop/checkout/checks.ts'
import { AddressChoice, keepAddress, useSavedAddresses } from './addresses.tsx'
import { keepDraft, readDraft } from './draft.ts'
import { useGuest } from './guest/session.ts'
import { InvoiceFields } from './invoice-fields.tsx'
import { PostalFields } from './postal-fields.tsx'

const AsGuest = lazyOnline(async () => ({ default: (await import('./guest/as-guest.tsx')).AsGuest }))

type CheckoutInfoProps = {
  /** The server's errors, by field. */
  problems: Record<string, string>
  onBack: (step: 'cart' | 'guest') => void
  onDone: () => void
}

/** The form for the parcel's address. Typed text survives a reload. */
export function CheckoutInfo({ problems, onBack, onDone }: CheckoutInfoProps) {
  const { values, field, form, set, accept } = useFields<keyof CustomerFields>(readDraft)
  const [save, setSave] = useState(false)
  const guest = useGuest()
  const { addresses, chosen, unsaved } = useSavedAddresses(values, choose, guest === undefined)
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
      {guest ? (
        <Suspense fallback={<div className="h-11" />}>
          <AsGuest email={guest.email} error={field('email').error} onOther={() => onBack('guest')} />
        </Suspense>
      ) : (
        <Unverified />
      )}
      <AddressChoice addresses={addresses} chosen={chosen} onChoose={choose} />
      <NameFields field={field} />
      <PhoneField hint="0XXX XXX XX XX. Yalnızca teslimat için ararız." field={field} set={set} />
      {!guest && <EmailField field={field} />}
      <PostalFields field={field} set={set} />
      {unsaved && (
        <Checkbox checked={save} onChange={(event) => setSave(event.target.checked)}>
          Bu adresi sonraki siparişlerim için hesabıma kaydet
        </Checkbox>
      )}
      <InvoiceFields field={field} set={set} />
      <Button type="submit" className="mt-2 w-full">
        Ödeme adımına geç
      </Button>
      <Button look="quiet" size="small" onClick={() => onBack('cart')} className="justify-self-center">
        Sepete dön
      </Button>
    </form>
  )
}

/** Stands before the card step: paying needs a verified address. */
function Unverified() {
  const { state } = useLoaded('account', (signal) => api.get<'GET /account'>('/account', { signal }))
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
