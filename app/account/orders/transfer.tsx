import { useRef, useState } from 'react'
import type { WireTransferDue } from '#api/wire/payments.ts'
import { lazyOnline } from '#app/browser/lazy-online.ts'
import { Button } from '#app/ui/button.tsx'
import { formatIban } from '#shop/fields/iban.ts'
import { formatTl } from '#shop/money.ts'
import { formatMoment } from '#shop/time.ts'

/** Where the money goes, how much, and which word is to be written beside it; each can be copied. */
export function TransferDetails({ transfer }: { transfer: WireTransferDue }) {
  const { amount, reference, ibans, deadline } = transfer
  const [first] = ibans
  return (
    <section aria-label="Havale bilgileri" className="grid grid-cols-1 gap-4 border border-line bg-paper p-4 text-sm">
      <p>
        {formatMoment(deadline)} tarihine kadar gönderin; ürünleriniz o zamana kadar sizin için ayrılı. Açıklamaya
        yalnızca kodu yazmanız yeterli.
      </p>
      <Copied name="Tutar" shown={formatTl(amount)} text={amount.toFixed(2).replace('.', ',')} />
      <Copied name="Açıklamaya yazılacak kod" shown={reference} text={reference} strong />
      {ibans.map(({ bank, holder, iban }) => (
        <div key={iban} className="grid grid-cols-1 gap-3 border-line border-t pt-4">
          <p className="font-medium">{bank}</p>
          <Copied name="Alıcı" shown={holder} text={holder} />
          <Copied name="IBAN" shown={formatIban(iban)} text={iban} />
        </div>
      ))}
      {first && <IbanCode iban={first.iban} />}
    </section>
  )
}

type CopiedProps = { name: string; shown: string; text: string; strong?: boolean }

function Copied({ name, shown, text, strong = false }: CopiedProps) {
  const [outcome, setOutcome] = useState('Kopyala')
  const place = useRef<HTMLParagraphElement>(null)
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome('Kopyalandı')
    } catch {
      // The browsers inside other apps may refuse: then it is chosen for her, so that the telephone's own menu copies it.
      if (place.current) getSelection()?.selectAllChildren(place.current)
      setOutcome('Kopyalanamadı')
    }
  }
  return (
    <div className="flex items-center justify-between gap-3">
      <div className="min-w-0">
        <p className="text-muted">{name}</p>
        <p ref={place} className={`break-words tabular-nums ${strong ? 'font-semibold text-lg' : ''}`}>
          {shown}
        </p>
      </div>
      <Button look="secondary" size="small" onClick={copy} className="shrink-0">
        <span aria-live="polite">{outcome}</span>
        <span className="sr-only">: {name}</span>
      </Button>
    </div>
  )
}

/** For the banks' apps on another phone; fetched only when it is asked for. */
function IbanCode({ iban }: { iban: string }) {
  const [shown, setShown] = useState(false)
  if (shown) return <QrCode text={iban} label="IBAN’ın karekodu" />
  return (
    <Button look="quiet" size="small" onClick={() => setShown(true)} className="-ml-2 justify-self-start">
      IBAN’ı karekodla göster
    </Button>
  )
}

const QrCode = lazyOnline(() => import('./qr-code.tsx'))
