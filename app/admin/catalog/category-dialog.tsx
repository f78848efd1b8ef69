import { type FormEvent, useState } from 'react'
import type { WireAdminCategory } from '#api/wire/admin/catalog.ts'
import { ApiError } from '#app/browser/api-client.ts'
import { areaPages } from '#app/frame/areas.ts'
import { Field } from '#app/ui/field.tsx'
import { useFields } from '#app/ui/form.ts'
import { useUnsavedChange } from '#app/ui/leaving/unsaved.ts'
import { Notice } from '#app/ui/notice.tsx'
import { Select } from '#app/ui/select.tsx'
import { toast } from '#app/ui/toast.tsx'
import { useSubmit } from '#app/ui/use-submit.ts'
import { areaOf } from '#shop/catalog/area-of.ts'
import { slugify } from '#shop/turkish.ts'
import { adminCall, sentenceOf } from '../parts/api.ts'
import { FormPanel } from '../parts/leaving/form-panel.tsx'

type DialogProps = {
  category: WireAdminCategory | 'new' | undefined
  onClose: () => void
  onSaved: (category: WireAdminCategory) => void
}

/** Adds a category, or changes one. */
export function CategoryDialog({ category, onClose, onSaved }: DialogProps) {
  const known = category === 'new' ? undefined : category
  return (
    <FormPanel
      open={category !== undefined}
      onClose={onClose}
      title={known ? 'Kategoriyi düzenle' : 'Kategori ekle'}
      side="center"
      form={formId}
    >
      {category && <CategoryForm category={known} onClose={onClose} onSaved={onSaved} />}
    </FormPanel>
  )
}

const formId = 'category-form'

type FormProps = {
  category: WireAdminCategory | undefined
  onClose: () => void
  onSaved: (category: WireAdminCategory) => void
}
type Names = 'name' | 'slug' | 'area'

function CategoryForm({ category, onClose, onSaved }: FormProps) {
  const { form, slug, area, base, problem, save } = useCategoryForm({ category, onClose, onSaved })
  const { field } = form
  return (
    <form id={formId} ref={form.form} onSubmit={save} noValidate className="grid gap-4">
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
    </form>
  )
}

/** The fields of a category, and saving them. */
function useCategoryForm({ category, onClose, onSaved }: FormProps) {
  const [base, setBase] = useState(category)
  const form = useFields<Names>({ name: category?.name ?? '', slug: category?.slug ?? '', area: category?.area ?? '' })
  const { values } = form
  useUnsavedChange(values)
  const failure = category ? 'Kategori kaydedilirken hata oluştu' : 'Kategori eklenirken hata oluştu'
  const { bad, submit, clear } = useSubmit({ form, failure: (error) => sentenceOf(error, failure) })
  // A new category's address and area follow its name until they are chosen.
  const slug = slugify(values.slug || (category ? '' : values.name))
  const area = values.area || areaOf(values.name)

  function save(event: FormEvent) {
    event.preventDefault()
    clear()
    if (!form.accept(values.name.trim() ? {} : { name: 'Kategori adı boş olamaz' })) return
    submit(async () => {
      const body = { name: values.name, slug, area, version: base?.version }
      const call = base
        ? adminCall<'PUT /admin/categories/{id}'>('PUT', `/admin/categories/${base.id}`, body)
        : adminCall<'POST /admin/categories'>('POST', '/admin/categories', body)
      const answer = await call.catch(explain)
      toast('good', answer.message ?? 'Kategori kaydedildi.')
      onSaved(answer.data)
      onClose()
    })
  }

  /** After a conflict: shows what somebody else saved meanwhile, and lets the next save win. */
  async function explain(error: unknown): Promise<never> {
    if (!(error instanceof ApiError && error.code === 'EDIT_CONFLICT')) throw error
    const now = await adminCall<'GET /admin/categories'>('GET', '/admin/categories').catch(() => undefined)
    const present = now?.data.find(({ id }) => id === base?.id)
    if (present) setBase(present)
    const message = present
      ? `Şimdi kayıtlı olan: “${present.name}”, adresi /${present.slug}. Yeniden kaydederseniz sizin yazdıklarınız geçerli olur.`
      : 'Kategori artık yok.'
    throw new ApiError(error.status, { message: `${error.message} ${message}` })
  }

  return { form, slug, area, base, problem: bad, save }
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
