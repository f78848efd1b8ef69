import { type FormEvent, useRef, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { toast } from '#app/ui/toast.tsx'
import { adminCall, sentenceOf } from './admin-api.ts'
import { GroupPicker, ProductLine } from './group-picker.tsx'
import type { AdminGroup, GroupProduct } from './group-shape.ts'
import { SortableList } from './sortable-list.tsx'

type DialogProps = { group: AdminGroup | 'new' | undefined; onClose: () => void; onSaved: (group: AdminGroup) => void }

/** Makes a group, or changes its name, products and their order. */
export function GroupDialog({ group, onClose, onSaved }: DialogProps) {
  const known = group === 'new' ? undefined : group
  return (
    <Panel
      open={group !== undefined}
      onClose={onClose}
      title={known ? 'Grubu düzenle' : 'Grup oluştur'}
      side="right"
      wide
      footer={<Buttons onClose={onClose} />}
    >
      {group && <GroupForm group={known} onClose={onClose} onSaved={onSaved} />}
    </Panel>
  )
}

const formId = 'group-form'

function Buttons({ onClose }: { onClose: () => void }) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button look="quiet" onClick={onClose}>
        Vazgeç
      </Button>
      <Button type="submit" form={formId}>
        Kaydet
      </Button>
    </div>
  )
}

type FormProps = { group: AdminGroup | undefined; onClose: () => void; onSaved: (group: AdminGroup) => void }

function GroupForm({ group, onClose, onSaved }: FormProps) {
  const [name, setName] = useState(group?.name ?? '')
  const [chosen, setChosen] = useState<GroupProduct[]>(group?.members.map(({ product }) => product) ?? [])
  const [wrong, setWrong] = useState<{ name?: string; products?: string }>({})
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  function choose(products: GroupProduct[]) {
    setChosen(products)
    setWrong(({ name }) => ({ name }))
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const found = {
      ...(name.trim() ? {} : { name: 'Grup adı gereklidir' }),
      ...(chosen.length >= 2 ? {} : { products: 'En az 2 ürün seçmelisiniz' }),
    }
    setWrong(found)
    setProblem(undefined)
    if (found.name) form.current?.querySelector('input')?.focus()
    if (found.name || found.products) return
    setBusy(true)
    try {
      const body = { name, productIds: chosen.map(({ id }) => id) }
      const { data, message } = group
        ? await adminCall<AdminGroup>('PUT', `/admin/product-groups/${group.id}`, body)
        : await adminCall<AdminGroup>('POST', '/admin/product-groups', body)
      toast('good', message ?? 'Grup kaydedildi.')
      onSaved(data)
      onClose()
    } catch (error) {
      setProblem(
        sentenceOf(error, group ? 'Grup kaydedilirken bir hata oluştu' : 'Grup oluşturulurken bir hata oluştu'),
      )
      setBusy(false)
    }
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {problem && <Notice tone="bad">{problem}</Notice>}
      <form id={formId} ref={form} onSubmit={save} noValidate>
        <Field
          label="Grup adı"
          data-autofocus
          autoComplete="off"
          maxLength={120}
          value={name}
          error={wrong.name}
          onChange={(event) => {
            setName(event.target.value)
            setWrong(({ products }) => ({ products }))
          }}
        />
      </form>
      <section aria-labelledby="group-chosen">
        <h3 id="group-chosen" className="font-medium text-sm">
          Gruptaki ürünler{chosen.length > 0 && ` (${chosen.length})`}
        </h3>
        <p className="mb-2 text-muted text-sm">Müşteriler renkleri bu sırada görür.</p>
        {wrong.products && (
          <Notice tone="bad" className="mb-2">
            {wrong.products}
          </Notice>
        )}
        {chosen.length === 0 ? (
          <p className="border-line border-y py-4 text-center text-muted text-sm">Aşağıdan en az iki ürün seçin.</p>
        ) : (
          <SortableList items={chosen} onOrder={choose} className="border-line border-t">
            {(product, { grip, arrows }) => (
              <div className="flex flex-wrap items-center justify-end gap-x-1 border-line border-b py-1">
                <div className="flex min-w-0 grow basis-48 items-center gap-1">
                  {grip}
                  <ProductLine product={product} />
                </div>
                <span className="flex">
                  {arrows}
                  <button
                    type="button"
                    aria-label={`${product.name}: gruptan çıkar`}
                    onClick={() => choose(chosen.filter(({ id }) => id !== product.id))}
                    className="grid size-11 shrink-0 place-items-center text-muted hover:text-ink"
                  >
                    <Icon name="close" size={18} />
                  </button>
                </span>
              </div>
            )}
          </SortableList>
        )}
      </section>
      <GroupPicker
        groupId={group?.id}
        chosen={new Set(chosen.map(({ id }) => id))}
        onPick={(product) => choose([...chosen, product])}
      />
    </div>
  )
}
