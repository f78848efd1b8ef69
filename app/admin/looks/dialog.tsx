import { type FormEvent, useState } from 'react'
import type { WireLook, WireProductLine } from '#api/wire/admin/catalog.ts'
import { Field } from '#app/ui/field.tsx'
import { useFields } from '#app/ui/form.ts'
import { useUnsavedChange } from '#app/ui/leaving/unsaved.ts'
import { mostPieces } from '#shop/catalog/looks/limits.ts'
import type { Image } from '#shop/media/images.ts'
import { ChosenProducts } from '../catalog/chosen-products.tsx'
import { ProductPicker } from '../catalog/product-picker.tsx'
import { adminCall } from '../parts/api.ts'
import { FormPanel } from '../parts/leaving/form-panel.tsx'
import { PanelFailure } from '../parts/leaving/panel-failure.tsx'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'
import { LookPicture } from './picture.tsx'

type DialogProps = { look: WireLook | 'new' | undefined; onClose: () => void; onSaved: () => void }

/** Makes a look, or changes its title, picture, pieces and their order. */
export function LookDialog({ look, onClose, onSaved }: DialogProps) {
  const known = look === 'new' ? undefined : look
  return (
    <FormPanel
      open={look !== undefined}
      onClose={onClose}
      title={known ? 'Kombini düzenle' : 'Kombin oluştur'}
      form={formId}
      wide
    >
      {look && <LookForm look={known} onClose={onClose} onSaved={onSaved} />}
    </FormPanel>
  )
}

const formId = 'look-form'
const words = { add: 'kombine ekle', added: 'kombine eklendi' }

type FormProps = { look: WireLook | undefined; onClose: () => void; onSaved: () => void }

function LookForm({ look, onClose, onSaved }: FormProps) {
  const fields = useFields({ title: look?.title ?? '' })
  const [image, setImage] = useState<Image | null>(look?.image ?? null)
  const [chosen, setChosen] = useState<WireProductLine[]>(look?.pieces ?? [])
  useUnsavedChange([fields.values, image?.id, chosen.map(({ id }) => id)])
  const [few, setFew] = useState(false)
  const { submit } = useAdminSubmit('Kombin kaydedilemedi. Lütfen tekrar deneyin.', { form: fields })
  const full = chosen.length >= mostPieces

  function choose(products: WireProductLine[]) {
    setChosen(products)
    setFew(false)
  }
  function save(event: FormEvent) {
    event.preventDefault()
    const titled = fields.accept(fields.values.title.trim() ? {} : { title: 'Kombinin adını yazın' })
    setFew(chosen.length < 2)
    if (!titled || chosen.length < 2) return
    void submit(async () => {
      const productIds = chosen.map(({ id }) => id)
      const body = { title: fields.values.title, imageId: image?.id ?? null, productIds }
      const saved = look ? change(look, body) : adminCall<'POST /admin/looks'>('POST', '/admin/looks', body)
      // Where somebody else saved it meanwhile the list shows how.
      const { message } = await saved.finally(onSaved)
      onClose()
      return message ?? 'Kombin kaydedildi.'
    })
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <form id={formId} ref={fields.form} onSubmit={save} noValidate className="grid gap-5">
        <Field
          label="Kombinin adı"
          data-autofocus
          autoComplete="off"
          maxLength={80}
          hint="Müşteri parçaların üstünde okur: “Keten ve hasır”, “Akşam yemeğine”."
          {...fields.field('title')}
        />
        <LookPicture image={image} onChange={setImage} />
      </form>
      <Pieces chosen={chosen} few={few} onChange={choose} />
      {full ? (
        <p className="text-muted text-sm">Bir kombinde en çok {mostPieces} ürün olabilir.</p>
      ) : (
        <ProductPicker
          title="Ürün ekle"
          words={words}
          chosen={new Set(chosen.map(({ id }) => id))}
          onPick={(product) => choose([...chosen, product])}
        />
      )}
    </div>
  )
}

/** As it was read: what somebody else saved since is not written over. */
function change({ id, title, image, pieces }: WireLook, body: object) {
  const seen = { title, imageId: image?.id ?? null, productIds: pieces.map((piece) => piece.id) }
  return adminCall<'PUT /admin/looks/{id}'>('PUT', `/admin/looks/${id}`, { ...body, seen })
}

type PiecesProps = { chosen: WireProductLine[]; few: boolean; onChange: (products: WireProductLine[]) => void }

function Pieces({ chosen, few, onChange }: PiecesProps) {
  return (
    <section aria-labelledby="look-pieces">
      <h3 id="look-pieces" className="font-medium text-sm">
        Parçalar{chosen.length > 0 && ` (${chosen.length})`}
      </h3>
      <p className="mb-2 text-muted text-sm">Müşteri parçaları bu sırada görür.</p>
      {few && <PanelFailure className="mb-2">Bir kombinde en az 2 ürün olmalı</PanelFailure>}
      {chosen.length === 0 ? (
        <p className="border-line border-y py-4 text-center text-muted text-sm">Aşağıdan iki ile altı ürün seçin.</p>
      ) : (
        <ChosenProducts products={chosen} removeWord="kombinden çıkar" onChange={onChange} />
      )}
    </section>
  )
}
