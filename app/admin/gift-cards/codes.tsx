import type { WireNewGiftCard } from '#api/wire/gift-cards.ts'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.tsx'
import { formatTl } from '#shop/money.ts'

type NewCodesProps = { cards: WireNewGiftCard[]; onClose: () => void }

/** The codes of new cards: they are shown this once. */
export function NewCodes({ cards, onClose }: NewCodesProps) {
  const text = cards.map(({ code, balance }) => `${code}\t${formatTl(balance)}`).join('\n')

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      toast('good', cards.length === 1 ? 'Kod kopyalandı.' : 'Kodlar kopyalandı.')
    } catch {
      toast('bad', 'Kopyalanamadı; kodları seçip elle kopyalayın.')
    }
  }

  return (
    <section aria-labelledby="yeni-kodlar" className="mb-6 grid gap-3 border border-line bg-surface p-4">
      <h2 id="yeni-kodlar" className="font-display text-xl">
        {cards.length === 1 ? 'Kartın kodu' : 'Kartların kodları'}
      </h2>
      <p className="text-muted text-sm">
        Kod yalnızca şimdi gösterilir, mağazada saklanmaz. Kapatmadan önce kopyalayın; kaybolursa karta yeni kod
        verebilirsiniz.
      </p>
      <ul className="grid max-h-80 gap-1 overflow-y-auto">
        {cards.map(({ id, code, balance }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-4 border-line border-b py-1.5">
            <code className="select-all text-base">{code}</code>
            <span className="tabular-nums">{formatTl(balance)}</span>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button look="secondary" onClick={copy}>
          {cards.length === 1 ? 'Kodu kopyala' : 'Kodları kopyala'}
        </Button>
        <Button look="quiet" onClick={onClose}>
          Kapat
        </Button>
      </div>
    </section>
  )
}
