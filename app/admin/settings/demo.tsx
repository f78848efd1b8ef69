import { type FormEvent, useState } from 'react'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Button } from '#app/ui/button.tsx'
import { Confirm } from '#app/ui/confirm.tsx'
import { Field } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { clearWord, type DemoCounts } from '#shop/desk/demo/contract.ts'
import { adminCall } from '../parts/api.ts'
import { ListFailed } from '../parts/list-parts.tsx'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'
import { SectionHead } from './section-parts.tsx'

/** Clears what the demo shop was filled with: what goes and what stays is told first. */
export function DemoSection({ onCleared }: { onCleared?: () => void }) {
  const { state, again } = useLoaded('demo', (signal) =>
    adminCall<'GET /admin/demo'>('GET', '/admin/demo', undefined, { signal }),
  )
  return (
    <>
      <SectionHead title="Demo verileri">
        Deneme mağazasıyla gelen ürünleri, kategorileri ve deneme siparişlerini bir kerede kaldırır. Sizin eklediğiniz
        ya da değiştirdiğiniz hiçbir şeye dokunmaz.
      </SectionHead>
      {state.kind === 'loading' && (
        <div role="status" aria-label="Sayılıyor">
          <Skeleton className="h-64" />
        </div>
      )}
      {state.kind === 'failed' && (
        <ListFailed error={state.error} otherwise="Demo verileri sayılamadı" onAgain={again} />
      )}
      {state.kind === 'ready' &&
        (state.value.data.present ? (
          <Clearing
            counts={state.value.data.counts}
            onCleared={() => {
              again()
              onCleared?.()
            }}
          />
        ) : (
          <Notice tone="good">Mağazanızda demo verisi yok; gördüğünüz her şey sizin.</Notice>
        ))}
    </>
  )
}

function Clearing({ counts, onCleared }: { counts: DemoCounts; onCleared: () => void }) {
  const [open, setOpen] = useState(false)
  const [word, setWord] = useState('')
  const [error, setError] = useState<string>()
  const { busy, submit } = useAdminSubmit('Demo verileri temizlenemedi')

  async function clear(event?: FormEvent) {
    event?.preventDefault()
    if (word.trim().toLocaleUpperCase('tr') !== clearWord) return setError(`Onaylamak için ${clearWord} yazın`)
    const done = await submit(async () => {
      const { message } = await adminCall<'POST /admin/demo/clear'>('POST', '/admin/demo/clear', { confirmation: word })
      return message
    })
    setOpen(false)
    if (done) onCleared()
  }

  return (
    <div className="grid gap-6">
      <Counts title="Silinecek" rows={leaving(counts)} />
      {staying(counts).length > 0 && <Counts title="Kalacak" rows={staying(counts)} />}
      <p className="text-muted text-sm">
        Yalnızca demo ürünlerinden oluşan ve deneme bankasıyla ödenmiş siparişler deneme sayılır. Vitrin görselleri,
        ayarlar, yüklenmiş görsel dosyaları ve değişiklik geçmişi kalır. Bu işlem geri alınamaz; mağaza yeniden
        başlatıldığında demo geri gelmez.
      </p>
      <div>
        <Button
          look="danger"
          onClick={() => {
            setWord('')
            setError(undefined)
            setOpen(true)
          }}
        >
          Demo verilerini temizle
        </Button>
      </div>
      <Confirm
        open={open}
        title="Demo verilerini temizle"
        action="Temizle"
        busy={busy}
        onClose={() => setOpen(false)}
        onConfirm={clear}
      >
        <form onSubmit={clear} noValidate className="grid gap-4">
          <p>Listelenenler kalıcı olarak silinir ve geri getirilemez.</p>
          <Field
            label={`Onaylamak için ${clearWord} yazın`}
            value={word}
            error={error}
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={20}
            onChange={({ target }) => {
              setWord(target.value)
              setError(undefined)
            }}
          />
        </form>
      </Confirm>
    </div>
  )
}

type Row = { name: string; count: number; why?: string }

function leaving({ products, retired, categories, orders, customers, messages }: DemoCounts): Row[] {
  return [
    { name: 'Demo ürünü', count: products },
    ...(retired > 0
      ? [
          {
            name: 'Demo ürünü',
            count: retired,
            why: 'satıştan kalkar; içinde bulunduğu siparişlerde görünmeye devam eder',
          },
        ]
      : []),
    { name: 'Demo kategorisi', count: categories },
    { name: 'Deneme siparişi', count: orders },
    { name: 'Yalnızca deneme siparişi olan müşteri', count: customers },
    { name: 'Mesaj ve stok bildirimi', count: messages },
  ]
}

function staying({ changed, keptCategories }: DemoCounts): Row[] {
  return [
    { name: 'Demo ürünü', count: changed, why: 'siz değiştirdiniz, artık sizin' },
    { name: 'Demo kategorisi', count: keptCategories, why: 'içinde sizin ürünleriniz var' },
  ].filter(({ count }) => count > 0)
}

function Counts({ title, rows }: { title: string; rows: Row[] }) {
  return (
    <section>
      <h3 className="mb-2 font-semibold">{title}</h3>
      <ul className="border-line border-t bg-surface text-sm">
        {rows.map(({ name, count, why }) => (
          <li key={name + why} className="flex gap-3 border-line border-b px-3 py-2.5">
            <span className="w-12 shrink-0 text-right font-semibold tabular-nums">{count}</span>
            <span className="min-w-0">
              {name}
              {why && <span className="block text-muted">{why}</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
