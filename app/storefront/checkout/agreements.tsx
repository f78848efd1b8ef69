import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { WireContractPreview } from '#api/wire/orders.ts'
import { api, sentenceOf } from '#app/browser/api-client.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Below, useIds } from '#app/ui/field.tsx'
import { leaveOutSecondTap } from '#app/ui/form.ts'
import { Panel } from '#app/ui/panel.tsx'
import type { PaymentMethod } from '#shop/payment-method.ts'
import { madeToOrder } from '#shop/settings/consumer-law.ts'
import { InfoText } from '../info/text.tsx'

type Preview = WireContractPreview
/** The two texts of it. */
type Which = 'preInformation' | 'distanceSales'

/** The contracts that the server made for this very order, and whether they are accepted. */
export function useContracts(order: unknown) {
  const { state, again } = useLoaded(JSON.stringify(order), (signal) =>
    api.post<'POST /contracts/preview'>('/contracts/preview', order, { signal }),
  )
  const preview = state.kind === 'ready' && !state.refreshing ? state.value : undefined
  const failure = state.kind === 'failed' ? sentenceOf(state.error, 'Sözleşme metinleri yüklenemedi.') : undefined
  return useConsent(preview, failure, again)
}

/** Consent to contracts; `again` fetches their texts again. */
export function useConsent(preview: Preview | undefined, failure: string | undefined, again: () => void) {
  // Consent is to these very texts: others come unticked.
  const [accepted, setAccepted] = useState<Preview>()
  const [error, setError] = useState<string>()
  return {
    preview,
    failure,
    again: () => {
      setAccepted(undefined)
      again()
    },
    accepted: preview !== undefined && accepted === preview,
    error,
    accept(yes: boolean) {
      setAccepted(yes ? preview : undefined)
      setError(undefined)
    },
    /** The versions to send; without consent, an error at the box. */
    check() {
      if (preview && accepted === preview) {
        const { preInformation, distanceSales } = preview
        return { preInformation: preInformation.version, distanceSales: distanceSales.version }
      }
      leaveOutSecondTap()
      setError(
        preview
          ? 'Ödemeden önce ön bilgilendirme formunu ve mesafeli satış sözleşmesini onaylayın'
          : 'Sözleşme metinleri henüz yüklenmedi, birazdan tekrar deneyin',
      )
      return undefined
    },
  }
}

type Contracts = ReturnType<typeof useContracts>

/** The box of consent, never ticked beforehand; both texts open from its words. */
export function ContractConsent({ contracts, disabled }: { contracts: Contracts; disabled: boolean }) {
  const [shown, setShown] = useState<Which>('preInformation')
  const [open, setOpen] = useState(false)
  const { preview, failure } = contracts
  const text = preview?.[shown]

  function show(which: Which) {
    setShown(which)
    setOpen(true)
  }

  return (
    <>
      {failure && (
        <p role="alert" className="text-bad text-sm">
          {failure}{' '}
          <button type="button" onClick={contracts.again} className="min-h-6 underline underline-offset-4">
            Tekrar Dene
          </button>
        </p>
      )}
      <FocusedOnError error={contracts.error}>
        <Consent contracts={contracts} disabled={disabled || !preview}>
          <Opener disabled={!preview} onPress={() => show('preInformation')}>
            Ön bilgilendirme formunu
          </Opener>{' '}
          ve{' '}
          <Opener disabled={!preview} onPress={() => show('distanceSales')}>
            mesafeli satış sözleşmesini
          </Opener>
        </Consent>
      </FocusedOnError>
      <Panel open={open} onClose={() => setOpen(false)} title={text?.title ?? ''} view={shown} side="center" wide>
        <div className="-mt-12 pb-2">{text && <InfoText parts={text.parts} />}</div>
      </Panel>
    </>
  )
}

type ConsentProps = { contracts: Contracts; disabled: boolean; children: ReactNode }

/** The box, named by the whole sentence; a label holds no buttons, so only its end is one. */
function Consent({ contracts: { accepted, accept, error }, disabled, children }: ConsentProps) {
  const ids = useIds(undefined, error, undefined)
  const text = `${ids.input}-text`
  return (
    <div>
      <div className="flex gap-3 py-1 text-sm">
        <input
          type="checkbox"
          name="acceptedContracts"
          checked={accepted}
          disabled={disabled}
          required
          {...ids.control}
          aria-labelledby={text}
          onChange={(event) => accept(event.target.checked)}
          className="mt-0.5 size-5 shrink-0 accent-ink"
        />
        <p id={text}>
          {children} <label htmlFor={ids.input}>okudum, onaylıyorum.</label>
        </p>
      </div>
      <Below ids={ids} error={error} />
    </div>
  )
}

type OpenerProps = { disabled: boolean; onPress: () => void; children: string }

function Opener({ disabled, onPress, children }: OpenerProps) {
  return (
    <button
      type="button"
      disabled={disabled}
      aria-haspopup="dialog"
      onClick={onPress}
      className="inline min-h-6 text-left underline underline-offset-4"
    >
      {children}
    </button>
  )
}

/** Takes the focus to the box once something is wrong with it and with nothing before it. */
function FocusedOnError({ error, children }: { error: string | undefined; children: React.ReactNode }) {
  const around = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const form = around.current?.closest('form')
    const first = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (error && first && around.current?.contains(first)) first.focus()
  }, [error])
  return <div ref={around}>{children}</div>
}

/** The words on the order button for this way of paying. */
export function orderButton(method: PaymentMethod): string {
  return method === 'HOSTED' ? 'Siparişi onayla ve ödeme sayfasına git' : 'Siparişi onayla ve öde'
}

/** The law wants these together, right above the button: the withdrawal right, its exceptions, the duty to pay. */
export function DutyToPay({ contracts, button }: { contracts: Contracts; button: string }) {
  const exemptions = contracts.preview?.exemptions ?? []
  return (
    <div className="grid gap-2 text-sm">
      <p className="text-muted">{contracts.preview?.withdrawal}</p>
      {exemptions.length > 0 && (
        <div>
          <p>Aşağıdaki ürünlerde cayma hakkı yoktur:</p>
          <ul className="list-disc pl-5">
            {exemptions.map((exemption) => (
              <li key={exemption}>{exemption}</li>
            ))}
          </ul>
        </div>
      )}
      <p className="text-muted">{madeToOrder}</p>
      <p className="font-medium">
        “{button}” düğmesine basmanız sipariş vermeniz demektir ve ödeme yükümlülüğü doğurur.
      </p>
    </div>
  )
}
