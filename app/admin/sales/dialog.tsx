import { useState } from 'react'
import type { WireAdminProduct, WireProductLine } from '#api/wire/admin/catalog.ts'
import type { WireSale } from '#api/wire/admin/sales.ts'
import { useFields } from '#app/ui/form.ts'
import { useUnsavedChange } from '#app/ui/leaving/unsaved.ts'
import { toast } from '#app/ui/toast.tsx'
import { useSubmit } from '#app/ui/use-submit.ts'
import { ProductPicker } from '../catalog/product-picker.tsx'
import { adminCall, sentenceOf } from '../parts/api.ts'
import { FormPanel } from '../parts/leaving/form-panel.tsx'
import { PanelFailure } from '../parts/leaving/panel-failure.tsx'
import { Chosen } from './chosen.tsx'
import { bodyOf, fieldsOf, type Kind, mistakesOf } from './draft.ts'
import { SaleInputs } from './fields.tsx'
import { SizeChoice } from './sizes.tsx'

type SaleDialogProps = {
  open: boolean
  /** Changes this one; otherwise a new one is planned. */
  sale?: WireSale
  /** Plans for this product alone. */
  product?: WireAdminProduct | undefined
  onClose: () => void
  onSaved: (sale: WireSale) => void
}

const formId = 'sale-form'

/** Plans a sale, or changes one. */
export function SaleDialog({ open, ...form }: SaleDialogProps) {
  return (
    <FormPanel
      open={open}
      onClose={form.onClose}
      title={form.sale ? 'İndirimi düzenle' : 'İndirim planla'}
      form={formId}
      wide
    >
      {open && <SaleForm {...form} />}
    </FormPanel>
  )
}

const words = { add: 'indirime ekle', added: 'indirime eklendi' }

function SaleForm({ sale, product, onClose, onSaved }: Omit<SaleDialogProps, 'open'>) {
  const [kind, setKind] = useState<Kind>(sale?.price ? 'price' : 'percent')
  const [chosen, setChosen] = useState<WireProductLine[]>([])
  const [sizes, setSizes] = useState<string[]>(product?.variants.map(({ id }) => id) ?? [])
  const [missing, setMissing] = useState<string>()
  const fields = useFields(() => fieldsOf(sale))
  useUnsavedChange([kind, fields.values, chosen.map(({ id }) => id), sizes])
  const begun = sale?.state === 'RUNNING'
  const { bad, submit } = useSubmit({
    form: fields,
    failure: (error) => sentenceOf(error, 'İndirim kaydedilemedi. Lütfen tekrar deneyin.'),
  })

  function save() {
    const none = sale ? undefined : whatIsMissing(product, chosen, sizes)
    setMissing(none)
    if (!fields.accept(mistakesOf(kind, fields.values, begun)) || none) return
    void submit(async () => {
      const body = bodyOf(kind, fields.values, begun)
      const { data, message } = sale
        ? await adminCall<'PUT /admin/sales/{id}'>('PUT', `/admin/sales/${sale.id}`, { ...body, version: sale.version })
        : await adminCall<'POST /admin/sales'>('POST', '/admin/sales', { ...body, ...choiceOf(product, chosen, sizes) })
      toast('good', message ?? 'İndirim kaydedildi.')
      onSaved(data)
      onClose()
    })
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {bad && <PanelFailure>{bad}</PanelFailure>}
      <form
        id={formId}
        ref={fields.form}
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <SaleInputs {...{ fields, kind, begun }} onKind={setKind} />
      </form>
      {missing && <PanelFailure>{missing}</PanelFailure>}
      {product && <SizeChoice {...{ product, kind, sizes }} values={fields.values} onChange={setSizes} />}
      {!sale && !product && (
        <>
          <Chosen products={chosen} {...{ kind }} values={fields.values} onChange={setChosen} />
          <ProductPicker
            title="Ürün ekle"
            words={words}
            chosen={new Set(chosen.map(({ id }) => id))}
            onPick={(picked) => setChosen([...chosen, picked])}
          />
        </>
      )}
    </div>
  )
}

function whatIsMissing(product: WireAdminProduct | undefined, chosen: WireProductLine[], sizes: string[]) {
  if (product) return sizes.length === 0 ? 'En az bir beden seçin.' : undefined
  return chosen.length === 0 ? 'En az bir ürün seçin.' : undefined
}

/** All sizes of a product are the product, with those that it gets before the start. */
function choiceOf(product: WireAdminProduct | undefined, chosen: WireProductLine[], sizes: string[]) {
  if (!product) return { productIds: chosen.map(({ id }) => id) }
  return sizes.length === product.variants.length ? { productIds: [product.id] } : { variantIds: sizes }
}
