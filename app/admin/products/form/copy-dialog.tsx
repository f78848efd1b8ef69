import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import type { WireAdminProduct } from '#api/wire/admin/catalog.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { useFields } from '#app/ui/form.ts'
import { useUnsavedChange } from '#app/ui/leaving/unsaved.ts'
import { adminCall } from '../../parts/api.ts'
import { AskingPanel } from '../../parts/leaving/asking-panel.tsx'
import { useAdminSubmit } from '../../parts/use-admin-submit.ts'
import { hexOf } from '../variants/grid-rows.ts'

type CopyDialogProps = { product: WireAdminProduct | undefined; onClose: () => void }

/** The same design in another color: a draft of its own in the color group. */
export function CopyDialog({ product, onClose }: CopyDialogProps) {
  return (
    <AskingPanel open={product !== undefined} onClose={onClose} title="Başka renkte çoğalt" side="center">
      {(leave) => product && <CopyForm product={product} onClose={leave} onMade={onClose} />}
    </AskingPanel>
  )
}

type CopyFormProps = { product: WireAdminProduct; onClose: () => void; onMade: () => void }

function CopyForm({ product, onClose, onMade }: CopyFormProps) {
  const { form, field, hex, setHex, busy, copy } = useCopy(product, onMade)
  return (
    <form ref={form} onSubmit={copy} noValidate className="grid gap-4">
      <p className="text-sm">
        <strong>{product.name}</strong> yeni renkte bir taslak olarak çoğaltılır ve renk grubuna katılır. Açıklaması,
        bedenleri ve fiyatları aynı kalır; görsellerini ve stoklarını siz eklersiniz.
      </p>
      <div className="flex items-start gap-2">
        <Field
          label="Yeni renk"
          data-autofocus
          autoComplete="off"
          maxLength={60}
          className="grow"
          {...field('color')}
        />
        <div>
          <span aria-hidden="true" className="mb-1 block font-medium text-sm">
            Kod
          </span>
          <input
            type="color"
            aria-label="Yeni rengin kodu"
            value={hex || '#ffffff'}
            onChange={(event) => setHex(event.target.value)}
            className="h-12 w-12 cursor-pointer rounded-xs border border-edge bg-surface p-1"
          />
        </div>
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="quiet" disabled={busy} onClick={onClose}>
          Vazgeç
        </Button>
        <Button type="submit" disabled={busy}>
          {busy ? 'Bekleyin…' : 'Taslak oluştur'}
        </Button>
      </div>
    </form>
  )
}

/** The new color, and the copy in it, which is opened once it is made. */
function useCopy(product: WireAdminProduct, onMade: () => void) {
  const fields = useFields({ color: '' })
  const color = fields.values.color.trim()
  const [picked, setPicked] = useState('')
  useUnsavedChange([fields.values, picked])
  const hex = picked || hexOf([], color)
  const { busy, submit } = useAdminSubmit('Ürün eklenirken hata oluştu', { form: fields })
  const navigate = useNavigate()

  function copy(event: FormEvent) {
    event.preventDefault()
    if (!fields.accept(color === '' ? { color: 'Renk gerekli' } : {})) return
    submit(async () => {
      const body = { color, colorHex: hex || null }
      const { data, message } = await adminCall<'POST /admin/products/{id}/copies'>(
        'POST',
        `/admin/products/${product.id}/copies`,
        body,
      )
      // Closes the dialog before the page changes: typed text that became the copy is not asked about.
      flushSync(onMade)
      navigate(`/admin/urunler/${data.id}`)
      return message ?? 'Yeni renk taslak olarak eklendi.'
    })
  }

  return { form: fields.form, field: fields.field, hex, setHex: setPicked, busy, copy }
}
