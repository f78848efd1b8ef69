import { type FormEvent, useRef, useState } from 'react'
import type { WireProductGroup, WireProductLine } from '#api/wire/admin/catalog.ts'
import { Field } from '#app/ui/field.tsx'
import { useUnsavedChange } from '#app/ui/leaving/unsaved.ts'
import { toast } from '#app/ui/toast.tsx'
import { useSubmit } from '#app/ui/use-submit.ts'
import { adminCall, sentenceOf } from '../parts/api.ts'
import { FormPanel } from '../parts/leaving/form-panel.tsx'
import { PanelFailure } from '../parts/leaving/panel-failure.tsx'
import { ChosenProducts } from './chosen-products.tsx'
import { ProductPicker } from './product-picker.tsx'

type DialogProps = {
  group: WireProductGroup | 'new' | undefined
  onClose: () => void
  onSaved: (group: WireProductGroup) => void
  /** The groups may be others by now, also where it was not saved. */
  onAgain: () => void
}

/** Makes a group, or changes its name, products and their order. */
export function GroupDialog({ group, onClose, onSaved, onAgain }: DialogProps) {
  const known = group === 'new' ? undefined : group
  return (
    <FormPanel
      open={group !== undefined}
      onClose={onClose}
      title={known ? 'Grubu düzenle' : 'Grup oluştur'}
      form={formId}
      wide
    >
      {group && <GroupForm group={known} onClose={onClose} onSaved={onSaved} onAgain={onAgain} />}
    </FormPanel>
  )
}

const formId = 'group-form'
const words = { add: 'gruba ekle', added: 'gruba eklendi' }

type FormProps = Omit<DialogProps, 'group'> & { group: WireProductGroup | undefined }

function GroupForm({ group, ...on }: FormProps) {
  const { name, setName, chosen, choose, wrong, problem, form, save } = useGroupForm({ group, ...on })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {problem && <PanelFailure>{problem}</PanelFailure>}
      <form id={formId} ref={form} onSubmit={save} noValidate>
        <Field
          label="Grup adı"
          data-autofocus
          autoComplete="off"
          maxLength={120}
          value={name}
          error={wrong.name}
          onChange={(event) => setName(event.target.value)}
        />
      </form>
      <Members chosen={chosen} error={wrong.products} onChange={choose} />
      <ProductPicker
        title="Ürün ekle"
        words={words}
        chosen={new Set(chosen.map(({ id }) => id))}
        // A product is in one group only; its own may come back into it.
        against={({ groupId }) => (groupId === null || groupId === group?.id ? undefined : 'Başka grupta')}
        onPick={(product) => choose([...chosen, product])}
      />
    </div>
  )
}

/** A group's name and products; an error stays until what it is about changes. */
function useGroupForm({ group, onClose, onSaved, onAgain }: FormProps) {
  const [name, setName] = useState(group?.name ?? '')
  const [chosen, setChosen] = useState<WireProductLine[]>(group?.members.map(({ product }) => product) ?? [])
  useUnsavedChange([name, chosen.map(({ id }) => id)])
  const [wrong, setWrong] = useState<GroupErrors>({})
  const form = useRef<HTMLFormElement>(null)
  const failure = group ? 'Grup kaydedilirken bir hata oluştu' : 'Grup oluşturulurken bir hata oluştu'
  const { bad, submit, clear } = useSubmit({ failure: (error) => sentenceOf(error, failure) })

  function accept(): boolean {
    const found = checkGroup(name, chosen)
    setWrong(found)
    clear()
    if (found.name) form.current?.querySelector('input')?.focus()
    return !found.name && !found.products
  }

  function save(event: FormEvent) {
    event.preventDefault()
    if (!accept()) return
    submit(async () => {
      const body = { name, productIds: chosen.map(({ id }) => id) }
      const saved = group
        ? change(group, body)
        : adminCall<'POST /admin/product-groups'>('POST', '/admin/product-groups', body)
      const { data, message } = await saved.finally(onAgain)
      toast('good', message ?? 'Grup kaydedildi.')
      onSaved(data)
      onClose()
    })
  }

  return {
    name,
    setName(name: string) {
      setName(name)
      setWrong(({ products }) => ({ products }))
    },
    chosen,
    choose(products: WireProductLine[]) {
      setChosen(products)
      setWrong(({ name }) => ({ name }))
    },
    wrong,
    problem: bad,
    form,
    save,
  }
}

/** As it was read: what somebody else saved since is not written over. */
function change({ id, name, members }: WireProductGroup, body: object) {
  const seen = { name, productIds: members.map(({ product }) => product.id) }
  return adminCall<'PUT /admin/product-groups/{id}'>('PUT', `/admin/product-groups/${id}`, { ...body, seen })
}

type GroupErrors = { name?: string; products?: string }

function checkGroup(name: string, chosen: WireProductLine[]): GroupErrors {
  return {
    ...(name.trim() ? {} : { name: 'Grup adı gereklidir' }),
    ...(chosen.length >= 2 ? {} : { products: 'En az 2 ürün seçmelisiniz' }),
  }
}

type MembersProps = {
  chosen: WireProductLine[]
  error: string | undefined
  onChange: (products: WireProductLine[]) => void
}

function Members({ chosen, error, onChange }: MembersProps) {
  return (
    <section aria-labelledby="group-chosen">
      <h3 id="group-chosen" className="font-medium text-sm">
        Gruptaki ürünler{chosen.length > 0 && ` (${chosen.length})`}
      </h3>
      <p className="mb-2 text-muted text-sm">Müşteriler renkleri bu sırada görür.</p>
      {error && <PanelFailure className="mb-2">{error}</PanelFailure>}
      {chosen.length === 0 ? (
        <p className="border-line border-y py-4 text-center text-muted text-sm">Aşağıdan en az iki ürün seçin.</p>
      ) : (
        <ChosenProducts products={chosen} removeWord="gruptan çıkar" onChange={onChange} />
      )}
    </section>
  )
}
