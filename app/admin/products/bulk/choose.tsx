import { useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Select } from '#app/ui/select.tsx'
import { useSubmit } from '#app/ui/use-submit.ts'
import { formatWhole } from '#shop/money.ts'
import { adminCall, sentenceOf } from '../../parts/api.ts'
import { ListHead } from '../../parts/list-parts.tsx'
import { queryString } from '../../parts/use-query.ts'
import { type Draft, emptyDraft, type Kind, kinds, readDraft, type Wrong } from './draft.ts'
import { Earlier } from './earlier.tsx'
import { ChangeFields } from './fields.tsx'
import { type Scope, useScope } from './scope.ts'

/** The page to plan a change of many products, with the earlier changes below. */
export function Choose() {
  const scope = useScope()
  return (
    <>
      <ListHead title="Toplu değişiklik" count={false} />
      {scope ? <ChangeForm scope={scope} /> : <Lost />}
      <Earlier />
    </>
  )
}

function Lost() {
  return (
    <div className="mb-10 grid justify-items-start gap-3">
      <Notice tone="plain">Seçtiğiniz ürünler bu sayfada artık bilinmiyor; ürünleri yeniden seçin.</Notice>
      <Link to="/admin/urunler" className="inline-flex min-h-11 items-center underline underline-offset-4">
        Ürünlere dön
      </Link>
    </div>
  )
}

function ChangeForm({ scope }: { scope: Scope }) {
  const [draft, setDraft] = useState(emptyDraft)
  const [wrong, setWrong] = useState<Wrong>({})
  const form = useRef<HTMLFormElement>(null)
  const { busy, failed, preview } = usePreview(scope)

  function change(next: Partial<Draft>) {
    setDraft((draft) => ({ ...draft, ...next }))
    setWrong({})
  }

  function submit() {
    const read = readDraft(draft)
    if ('change' in read) return preview(read.change)
    setWrong(read.wrong)
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      className="mb-10 grid max-w-xl gap-4"
    >
      <ScopeLine scope={scope} />
      <Select
        label="Ne değişsin?"
        value={draft.kind}
        options={Object.entries(kinds).map(([value, label]) => ({ value, label }))}
        onChange={({ target }) => {
          setDraft({ ...emptyDraft, kind: target.value as Kind })
          setWrong({})
        }}
      />
      <ChangeFields draft={draft} wrong={wrong} onChange={change} />
      {failed && <Notice tone="bad">{failed}</Notice>}
      <div className="grid gap-2">
        <Button type="submit" disabled={busy} className="justify-self-start max-sm:w-full">
          {busy ? 'Hesaplanıyor…' : 'Önizle'}
        </Button>
        <p className="text-muted text-sm">Önce her ürünün eski ve yeni hâlini görürsünüz; henüz hiçbir şey değişmez.</p>
      </div>
    </form>
  )
}

/** Asks for the preview, which has a page of its own. */
function usePreview(scope: Scope) {
  const navigate = useNavigate()
  const { busy, bad, submit } = useSubmit({
    failure: (error) => sentenceOf(error, 'Önizleme hazırlanamadı. Lütfen tekrar deneyin.'),
  })
  const preview = (change: object) =>
    submit(async () => {
      const body = { ...scope, change }
      const { data } = await adminCall<'POST /admin/products/bulk'>('POST', '/admin/products/bulk', body)
      await navigate(`/admin/urunler/toplu/${data.id}`)
    })
  return { busy, failed: bad, preview }
}

/** '93 ürün: mağazadaki bütün ürünler' */
function ScopeLine({ scope }: { scope: Scope }) {
  const ids = 'ids' in scope ? scope.ids : undefined
  const filter = 'filter' in scope ? scope.filter : {}
  const asked = queryString({ ...filter, limit: 1 })
  const { state } = useLoaded(asked, async (signal) =>
    ids
      ? ids.length
      : (await adminCall<'GET /admin/products'>('GET', `/admin/products?${asked}`, undefined, { signal })).pagination
          .total,
  )
  const words = ids
    ? 'seçtiğiniz ürünler'
    : Object.keys(filter).length > 0
      ? 'süzgece uyan ürünlerin hepsi'
      : 'bütün ürünler'
  return (
    <p className="flex flex-wrap items-center gap-x-4">
      <span role="status">
        <b className="tabular-nums">{state.kind === 'ready' ? `${formatWhole(state.value)} ürün` : '…'}</b>, {words}
      </span>
      <Link
        to="/admin/urunler"
        className="inline-flex min-h-11 items-center underline decoration-line underline-offset-4 hover:decoration-ink"
      >
        Başka ürünler seç
      </Link>
    </p>
  )
}
