import { useCallback, useEffect, useState } from 'react'
import type { WireStocktake, WireStocktakeLine } from '#api/wire/admin/stock.ts'
import { ApiError } from '#app/browser/api-client.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { seconds } from '#shop/time.ts'
import { fold } from '#shop/turkish.ts'
import { adminCall, sentenceOf } from '../parts/api.ts'
import { ListState } from '../parts/list-parts.tsx'
import { ScanField } from '../shipping/scan-field.tsx'
import { sound } from '../shipping/sound.ts'
import { Camera } from './camera.tsx'
import { Ending } from './ending.tsx'
import { Found } from './found.tsx'
import { type Counted, Lines, sizeOf } from './lines.tsx'

/** `onOver`: it may have been ended on another phone. */
type CountingProps = { take: WireStocktake; onEnded: () => void; onOver: () => void }
type Word = { tone: 'good' | 'bad'; text: string }

/** One count: what was scanned or searched for is added, and stands beside what is expected. */
export function Counting({ take: { id }, onEnded, onOver }: CountingProps) {
  const { state, again, change } = useLines(id)
  const [word, setWord] = useState<Word>()
  const [search, setSearch] = useState('')
  const lines = state.kind === 'ready' ? state.value.data : []
  const isBooked = lines.some(({ bookedAfter }) => bookedAfter !== null)
  useEffect(() => {
    if (isBooked) onOver()
  }, [isBooked, onOver])

  const count = useCallback(
    async (counted: Counted) => {
      try {
        const { data } = await adminCall<'POST /admin/stocktakes/{id}/lines'>(
          'POST',
          `/admin/stocktakes/${id}/lines`,
          counted,
        )
        change(({ data: all, ...rest }) => ({
          ...rest,
          data: [data, ...all.filter((one) => one.variantId !== data.variantId)],
        }))
        sound(true)
        setWord({ tone: 'good', text: `${data.productName}, ${sizeOf(data)}: ${data.counted} adet` })
        if ('code' in counted) setSearch('')
      } catch (error) {
        if ('code' in counted && error instanceof ApiError && error.status === 404) {
          setSearch(counted.code)
          if (isName(counted.code) || (await isNamed(counted.code))) return setWord(undefined)
        }
        sound(false)
        setWord({ tone: 'bad', text: sentenceOf(error, 'Sayılamadı. Lütfen tekrar okutun.') })
        if (error instanceof ApiError && error.status === 409) {
          again()
          onOver()
        }
      }
    },
    [id, change, again, onOver],
  )

  async function drop({ variantId }: WireStocktakeLine) {
    try {
      await adminCall<'DELETE /admin/stocktakes/{id}/lines/{variantId}'>(
        'DELETE',
        `/admin/stocktakes/${id}/lines/${variantId}`,
      )
    } catch (error) {
      setWord({ tone: 'bad', text: sentenceOf(error, 'Satır çıkarılamadı.') })
      onOver()
    }
    again()
  }

  return (
    <div className="grid gap-4">
      <ScanField
        label="Barkod, SKU ya da ürün adı"
        hint="Barkodu okutun: her okutma bir adet sayar. Adını yazıp Enter’a basarsanız bedenleri aşağıda görünür."
        onScan={(code) => count({ code, add: 1 })}
      />
      <Camera onCode={(code) => count({ code, add: 1 })} />
      <div role="status">
        {word && (
          <p data-tone={word.tone} className="packing-word">
            {word.text}
          </p>
        )}
      </div>
      {search && <Found q={search} lines={lines} onCount={count} onClose={() => setSearch('')} />}
      <ListState state={state} what="Sayılanlar" otherwise="Sayılanlar alınamadı" onAgain={again} />
      {state.kind === 'ready' && <Lines lines={lines} onCount={count} onDrop={drop} />}
      <Ending id={id} lines={lines} onEnded={onEnded} onOver={onOver} />
    </div>
  )
}

/** A name is looked for; that it is no barcode is not a mistake. Barcodes and SKUs are one word and have a digit. */
function isName(text: string): boolean {
  return /\s/.test(text) || !/\d/.test(text)
}

/** A name may be one word with a digit in it too ('2li'), unlike a barcode, which is digits alone: then a product's name has it. */
async function isNamed(text: string): Promise<boolean> {
  if (/^\d+$/.test(text)) return false
  const found = `/admin/products?limit=8&q=${encodeURIComponent(text)}` as const
  try {
    const { data } = await adminCall<'GET /admin/products'>('GET', found)
    return data.some(({ name }) => bare(name).includes(bare(text)))
  } catch {
    return false
  }
}

/** Its letters and digits alone: "2'LI" is in '2’li Çorap'. */
function bare(text: string): string {
  return fold(text).replace(/[^a-z0-9]/g, '')
}

/** The counted lines, fetched every five seconds: other phones count too. */
function useLines(id: string) {
  const loaded = useLoaded(id, (signal) =>
    adminCall<'GET /admin/stocktakes/{id}/lines'>('GET', `/admin/stocktakes/${id}/lines`, undefined, { signal }),
  )
  const { again } = loaded
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && again(), seconds(5))
    return () => clearInterval(timer)
  }, [again])
  return loaded
}
