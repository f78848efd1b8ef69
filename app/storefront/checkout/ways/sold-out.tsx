import { useEffect, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { checkLines } from '../../cart/check.ts'
import { readCart } from '../../cart/store.ts'

/** A piece may be sold out after the cart was looked at: she hears it before she types her card. */
export function useSoldOut(recheck: () => Promise<void>): string[] {
  const [sentences, setSentences] = useState<string[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the step opens
  useEffect(() => {
    let gone = false
    const lines = readCart()
    checkLines(lines).then(async (states) => {
      const short = lines.flatMap(({ variantId, quantity }) => {
        const state = states[variantId]
        return state && state.most < quantity ? state.sentences.slice(-1) : []
      })
      if (gone || short.length === 0) return
      setSentences(short)
      await recheck()
    })
    return () => {
      gone = true
    }
  }, [])
  return sentences
}

export function SoldOut({ sentences, onBack }: { sentences: string[]; onBack: () => void }) {
  if (sentences.length === 0) return null
  return (
    <Notice tone="bad">
      <div className="grid justify-items-start gap-2">
        <ul className="grid gap-1">
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        <Button look="secondary" onClick={onBack}>
          Sepeti düzenle
        </Button>
      </div>
    </Notice>
  )
}
