import { useEffect, useRef, useState } from 'react'
import { ApiError, api } from '#app/api-client.ts'
import { Checkbox } from '#app/ui/field.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { useLoaded } from '#app/use-loaded.ts'
import { madeToOrder } from '#shop/settings/made-to-order.ts'
import type { TextPart } from '#shop/settings/texts.ts'
import { InfoText } from './info-text.tsx'
import { useShop } from './use-shop.ts'

type Contract = { title: string; version: string; parts: TextPart[] }
type Preview = { preInformation: Contract; distanceSales: Contract }

/** The texts that bind her, made by the server for this very order, and whether she has accepted them. */
export function useContracts(order: unknown) {
  const { state, again } = useLoaded(JSON.stringify(order), (signal) =>
    api.post<Preview>('/contracts/preview', order, { signal }),
  )
  // What was accepted are these very texts: others come unticked.
  const [accepted, setAccepted] = useState<Preview>()
  const [error, setError] = useState<string>()
  const preview = state.kind === 'ready' && !state.refreshing ? state.value : undefined
  return {
    preview,
    failure: state.kind === 'failed' ? sentence(state.error) : undefined,
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
    /** The versions to send; without her consent, says so at the box. */
    check() {
      if (preview && accepted === preview) {
        const { preInformation, distanceSales } = preview
        return { preInformation: preInformation.version, distanceSales: distanceSales.version }
      }
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

/** The box that she ticks herself; both texts open from its words. */
export function ContractConsent({ contracts, disabled }: { contracts: Contracts; disabled: boolean }) {
  const [shown, setShown] = useState<keyof Preview>('preInformation')
  const [open, setOpen] = useState(false)
  const { preview, failure } = contracts
  const text = preview?.[shown]

  function opener(which: keyof Preview, words: string) {
    return (
      <button
        type="button"
        disabled={!preview}
        aria-haspopup="dialog"
        onClick={() => {
          setShown(which)
          setOpen(true)
        }}
        className="inline min-h-6 underline underline-offset-4"
      >
        {words}
      </button>
    )
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
        <Checkbox
          name="acceptedContracts"
          checked={contracts.accepted}
          disabled={disabled || !preview}
          required
          error={contracts.error}
          onChange={(event) => contracts.accept(event.target.checked)}
        >
          {opener('preInformation', 'Ön bilgilendirme formunu')} ve{' '}
          {opener('distanceSales', 'mesafeli satış sözleşmesini')} okudum, onaylıyorum.
        </Checkbox>
      </FocusedOnError>
      <Panel open={open} onClose={() => setOpen(false)} title={text?.title ?? ''} view={shown} side="center" wide>
        <div className="-mt-12 pb-2">{text && <InfoText parts={text.parts} />}</div>
      </Panel>
    </>
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

/** What the law wants said together, right above the button: the withdrawal right, its exceptions, the duty to pay. */
export function DutyToPay() {
  return (
    <div className="grid gap-2 text-sm">
      <p className="text-muted">{useShop()?.shop.withdrawal}</p>
      <p className="text-muted">{madeToOrder}</p>
      <p className="font-medium">
        “Siparişi onayla ve öde” düğmesine basmanız sipariş vermeniz demektir ve ödeme yükümlülüğü doğurur.
      </p>
    </div>
  )
}

function sentence(error: unknown): string {
  return error instanceof ApiError ? error.message : 'Sözleşme metinleri yüklenemedi.'
}
