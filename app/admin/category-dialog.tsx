import { type FormEvent, useState } from 'react'
import { ApiError } from '#app/api-client.ts'
import { areaPages } from '#app/storefront/areas.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { useFields, type Wrong } from '#app/ui/form.ts'
import { Notice } from '#app/ui/notice.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Select } from '#app/ui/select.tsx'
import { toast } from '#app/ui/toast.tsx'
import { areaOf } from '#shop/catalog/area-of.ts'
import { slugify } from '#shop/turkish.ts'
import { adminCall, sentenceOf } from './admin-api.ts'
import type { AdminCategory } from './category-shape.ts'

type DialogProps = {
  category: AdminCategory | 'new' | undefined
  onClose: () => void
  onSaved: (category: AdminCategory) => void
}

/** Adds a category, or changes one. */
export function CategoryDialog({ category, onClose, onSaved }: DialogProps) {
  const known = category === 'new' ? undefined : category
  return (
    <Panel
      open={category !== undefined}
      onClose={onClose}
      title={known ? 'Kategoriyi düzenle' : 'Kategori ekle'}
      side="center"
    >
      {category && <CategoryForm category={known} onClose={onClose} onSaved={onSaved} />}
    </Panel>
  )
}

type FormProps = {
  category: AdminCategory | undefined
  onClose: () => void
  onSaved: (category: AdminCategory) => void
}
type Names = 'name' | 'slug' | 'area'

function CategoryForm({ category, onClose, onSaved }: FormProps) {
  const [base, setBase] = useState(category)
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const form = useFields<Names>({ name: category?.name ?? '', slug: category?.slug ?? '', area: category?.area ?? '' })
  const { values, field } = form
  // Until she chooses herself, a new category's address and area follow its name.
  const slug = slugify(values.slug || (category ? '' : values.name))
  const area = values.area || areaOf(values.name)

  async function save(event: FormEvent) {
    event.preventDefault()
    setProblem(undefined)
    if (!form.accept(values.name.trim() ? {} : { name: 'Kategori adı boş olamaz' })) return
    setBusy(true)
    try {
      const body = { name: values.name, slug, area, version: base?.version }
      const answer = base
        ? await adminCall<AdminCategory>('PUT', `/admin/categories/${base.id}`, body)
        : await adminCall<AdminCategory>('POST', '/admin/categories', body)
      toast('good', answer.message ?? 'Kategori kaydedildi.')
      onSaved(answer.data)
      onClose()
    } catch (error) {
      setBusy(false)
      await explain(error)
    }
  }

  async function explain(error: unknown) {
    if (error instanceof ApiError && error.code === 'EDIT_CONFLICT') return compare(error.message)
    const fields = error instanceof ApiError ? wrongOf(error) : {}
    if (Object.keys(fields).length > 0) return form.accept(fields)
    setProblem(sentenceOf(error, category ? 'Kategori kaydedilirken hata oluştu' : 'Kategori eklenirken hata oluştu'))
  }

  /** Somebody else saved it meanwhile: she sees what, and decides. */
  async function compare(message: string) {
    const now = await adminCall<AdminCategory[]>('GET', '/admin/categories').catch(() => undefined)
    const present = now?.data.find(({ id }) => id === base?.id)
    if (!present) return setProblem(`${message} Kategori artık yok.`)
    setBase(present)
    setProblem(
      `${message} Şimdi kayıtlı olan: “${present.name}”, adresi /${present.slug}. Yeniden kaydederseniz sizin yazdıklarınız geçerli olur.`,
    )
  }

  return (
    <form ref={form.form} onSubmit={save} noValidate className="grid gap-4">
      {problem && <Notice tone="bad">{problem}</Notice>}
      <Field label="Kategori adı" data-autofocus autoComplete="off" maxLength={80} {...field('name')} />
      <Field
        label="Sayfa adresi"
        autoComplete="off"
        spellCheck={false}
        maxLength={80}
        {...field('slug')}
        placeholder={slug}
        hint={<AddressHint slug={slug} old={base?.slug} />}
      />
      <Select
        label="Alan"
        options={areaPages.map(({ area, title }) => ({ value: area, label: title }))}
        {...field('area')}
        value={area}
      />
      <div className="mt-2 flex flex-wrap justify-end gap-2">
        <Button look="quiet" disabled={busy} onClick={onClose}>
          Vazgeç
        </Button>
        <Button type="submit" disabled={busy}>
          {busy ? 'Kaydediliyor…' : 'Kaydet'}
        </Button>
      </div>
    </form>
  )
}

function AddressHint({ slug, old }: { slug: string; old: string | undefined }) {
  if (!slug) return 'Boş bırakırsanız addan oluşturulur.'
  return (
    <>
      <span className="break-all">
        {window.location.host}/{slug}
      </span>
      {old && old !== slug && <span className="block">Eski adres (/{old}) buraya yönlendirilir.</span>}
    </>
  )
}

function wrongOf(error: ApiError): Wrong<Names> {
  const { name, slug, area } = error.fields
  return {
    ...(name?.[0] ? { name: name[0] } : {}),
    ...(slug?.[0] ? { slug: slug[0] } : {}),
    ...(area?.[0] ? { area: area[0] } : {}),
  }
}
