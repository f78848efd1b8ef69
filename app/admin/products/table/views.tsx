import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import type { WireProductView } from '#api/wire/admin/stock.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { useUnsaved } from '#app/ui/leaving/unsaved.ts'
import { toast } from '#app/ui/toast.tsx'
import { adminCall, sentenceOf } from '../../parts/api.ts'
import { AskingPanel } from '../../parts/leaving/asking-panel.tsx'
import type { Columns } from './rows.tsx'

/** Views that every shop needs, as the address of the list. */
const usual = [
  { name: 'Tümü', query: '' },
  { name: 'Tükenen', query: 'durum=yayinda&stok=tukendi' },
  { name: 'Stoğu azalan', query: 'durum=yayinda&stok=az' },
  { name: 'Görselsiz', query: 'yalniz=gorselsiz' },
  { name: 'İndirimde', query: 'yalniz=indirimde' },
  { name: 'Bekleyeni olan', query: 'yalniz=bekleyen' },
]

type ViewsProps = { query: string; columns: Columns; onColumns: (columns: readonly string[]) => void }

/** The views of the list, the owner's own after those of every shop; what she filters and chooses now can be kept as one more. */
export function Views({ query, columns, onColumns }: ViewsProps) {
  const { state, again } = useLoaded('views', (signal) =>
    adminCall<'GET /admin/product-views'>('GET', '/admin/product-views', undefined, { signal }),
  )
  const [naming, setNaming] = useState(false)
  const own = state.kind === 'ready' ? state.value.data : []
  const known = [...usual, ...own].some((view) => view.query === query)

  async function forget({ id, name }: WireProductView) {
    try {
      await adminCall<'DELETE /admin/product-views/{id}'>('DELETE', `/admin/product-views/${id}`)
      toast('good', `“${name}” görünümü silindi.`)
    } catch (error) {
      toast('bad', sentenceOf(error, 'Görünüm silinemedi.'))
    }
    again()
  }

  return (
    <nav aria-label="Görünümler" className="mb-3">
      <ul className="flex gap-x-5 overflow-x-auto text-sm whitespace-nowrap max-md:-mx-4 max-md:px-4 md:flex-wrap">
        {usual.map((view) => (
          <li key={view.name}>
            <ViewLink {...view} now={query} />
          </li>
        ))}
        {own.map((view) => (
          <li key={view.id} className="flex items-center">
            <ViewLink {...view} now={query} onOpen={() => onColumns(view.columns)} />
            <button
              type="button"
              aria-label={`“${view.name}” görünümünü sil`}
              onClick={() => forget(view)}
              className="grid size-11 place-items-center text-muted hover:text-ink"
            >
              <span aria-hidden="true">×</span>
            </button>
          </li>
        ))}
        {(!known || query === '') && (
          <li>
            <button type="button" onClick={() => setNaming(true)} className={`${linkClass} text-muted`}>
              + Görünümü sakla
            </button>
          </li>
        )}
      </ul>
      <AskingPanel open={naming} onClose={() => setNaming(false)} title="Görünümü sakla" side="center">
        {naming && (
          <NameForm
            keep={{ query, columns: columns.map(({ id }) => id) }}
            onKept={() => {
              setNaming(false)
              again()
            }}
          />
        )}
      </AskingPanel>
    </nav>
  )
}

const linkClass = 'flex min-h-11 items-center hover:text-ink'

function ViewLink({ name, query, now, onOpen }: { name: string; query: string; now: string; onOpen?: () => void }) {
  return (
    <Link
      to={`/admin/urunler${query && `?${query}`}`}
      aria-current={query === now ? 'page' : undefined}
      onClick={onOpen}
      className={`${linkClass} text-muted aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:underline aria-[current]:underline-offset-8`}
    >
      {name}
    </Link>
  )
}

type NameFormProps = { keep: { query: string; columns: string[] }; onKept: () => void }

function NameForm({ keep, onKept }: NameFormProps) {
  const [name, setName] = useState('')
  useUnsaved(name.trim() !== '')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (name.trim() === '') return setError('Görünüme bir ad verin')
    setBusy(true)
    try {
      const { message } = await adminCall<'POST /admin/product-views'>('POST', '/admin/product-views', {
        name: name.trim(),
        ...keep,
      })
      toast('good', message ?? 'Görünüm saklandı.')
      onKept()
    } catch (error) {
      setError(sentenceOf(error, 'Görünüm saklanamadı.'))
      setBusy(false)
    }
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <p className="text-sm">
        Şu anki süzgeçler, sıralama ve sütunlar bu adla saklanır. Aynı adla saklarsanız öncekinin yerine geçer.
        Görünümleri yalnızca siz görürsünüz.
      </p>
      <Field
        label="Adı"
        value={name}
        onChange={({ target }) => setName(target.value)}
        data-autofocus
        maxLength={60}
        autoComplete="off"
        {...(error && { error })}
      />
      <div className="flex justify-end">
        <Button type="submit" disabled={busy}>
          {busy ? 'Saklanıyor…' : 'Sakla'}
        </Button>
      </div>
    </form>
  )
}
