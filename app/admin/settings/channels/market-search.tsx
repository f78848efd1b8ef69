import { useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { adminCall, sentenceOf } from '../../parts/api.ts'

type Named = { id: number; name: string }
type MarketSearchProps = {
  label: string
  hint: string
  of: 'market-brands' | 'market-categories'
  onPick: (found: Named) => void
}

/** Asks the marketplace for what it calls something, and lets the owner take one of the answers. */
export function MarketSearch({ label, hint, of, onPick }: MarketSearchProps) {
  const [q, setQ] = useState('')
  const [found, setFound] = useState<Named[]>()
  const [failed, setFailed] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function search() {
    setBusy(true)
    setFailed(undefined)
    try {
      const query = new URLSearchParams({ q: q.trim() }).toString()
      const { data } = await adminCall<'GET /admin/marketplace/market-brands'>(
        'GET',
        `/admin/marketplace/${of}?${query}` as '/admin/marketplace/market-brands',
      )
      setFound(data)
    } catch (error) {
      setFailed(sentenceOf(error, 'Aranamadı'))
    }
    setBusy(false)
  }

  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-end gap-3">
        <Field
          label={label}
          hint={hint}
          className="min-w-0 grow sm:max-w-80"
          maxLength={100}
          autoComplete="off"
          value={q}
          onChange={({ target }) => setQ(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            void search()
          }}
        />
        <Button look="secondary" disabled={busy || q.trim().length < 2} onClick={search}>
          {busy ? 'Aranıyor…' : 'Ara'}
        </Button>
      </div>
      {failed && <Notice tone="bad">{failed}</Notice>}
      {found?.length === 0 && <p className="text-sm">Bulunamadı.</p>}
      {found && found.length > 0 && (
        <ul className="border-line border-t text-sm">
          {found.map((one) => (
            <li key={one.id} className="border-line border-b">
              <button
                type="button"
                className="flex min-h-11 w-full items-center text-left underline decoration-line underline-offset-4"
                onClick={() => {
                  setFound(undefined)
                  onPick(one)
                }}
              >
                {one.name}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
