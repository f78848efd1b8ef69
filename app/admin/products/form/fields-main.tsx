import type { WireAdminCategory } from '#api/wire/admin/catalog.ts'
import { areaPage } from '#app/frame/areas.ts'
import { Description } from '#app/storefront/product/details/description.tsx'
import { Field, TextArea } from '#app/ui/field.tsx'
import { Select } from '#app/ui/select.tsx'
import type { TypedDraft } from './use-draft.ts'

/** The name, category and description of the product. */
export function FieldsMain({ typed, categories }: { typed: TypedDraft; categories: WireAdminCategory[] }) {
  const { fields, set, wrong } = typed
  return (
    <div className="grid gap-5">
      <div className="grid gap-5 md:grid-cols-[3fr_2fr]">
        <Field
          label="Ürün adı"
          autoComplete="off"
          maxLength={200}
          value={fields.name}
          error={wrong.name}
          onChange={(event) => set('name', event.target.value)}
        />
        <Select
          label="Kategori"
          placeholder="Kategori seçin"
          value={fields.categoryId}
          error={wrong.categoryId}
          options={categories.map(({ id, name, area }) => ({ value: id, label: labelOf(name, area) }))}
          onChange={(event) => set('categoryId', event.target.value)}
        />
      </div>
      <div className="grid gap-5 md:grid-cols-2">
        <TextArea
          label="Açıklama"
          rows={9}
          maxLength={10_000}
          value={fields.description}
          error={wrong.description}
          hint="Boş satır paragrafları ayırır; •, - veya * ile başlayan satırlar madde olur."
          onChange={(event) => set('description', event.target.value)}
        />
        <div className="min-w-0">
          <p className="mb-1 text-muted text-sm">Mağazada böyle görünür</p>
          <div className="min-h-24 border border-line bg-surface px-4 pb-4 [&>section]:mt-0 [&>section]:border-t-0 [&>section]:pt-4">
            {fields.description.trim() === '' ? (
              <p className="pt-4 text-muted">Yazdıkça burada belirir.</p>
            ) : (
              <Description text={fields.description} />
            )}
          </div>
        </div>
      </div>
    </div>
  )
}

function labelOf(name: string, area: string): string {
  const title = areaPage(area)?.title
  return title && title !== name ? `${name} (${title})` : name
}
