import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { toast } from '#app/ui/toast.tsx'
import { adminCall, sentenceOf } from '../admin-api.ts'
import { hexOf } from './grid-rows.ts'
import type { AdminProduct } from './product-shape.ts'

type CopyDialogProps = { product: AdminProduct | undefined; onClose: () => void }

/** The same design in another colour: a draft of its own in the colour group. */
export function CopyDialog({ product, onClose }: CopyDialogProps) {
  return (
    <Panel open={product !== undefined} onClose={onClose} title="Başka renkte çoğalt" side="center">
      {product && <CopyForm product={product} onClose={onClose} />}
    </Panel>
  )
}

function CopyForm({ product, onClose }: { product: AdminProduct; onClose: () => void }) {
  const [color, setColor] = useState('')
  const [picked, setPicked] = useState('')
  const hex = picked || hexOf([], color)
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const navigate = useNavigate()
  async function copy() {
    if (color.trim() === '') return setError('Renk gerekli')
    setBusy(true)
    try {
      const body = { color: color.trim(), colorHex: hex || null }
      const { data, message } = await adminCall<AdminProduct>('POST', `/admin/products/${product.id}/copies`, body)
      toast('good', message ?? 'Yeni renk taslak olarak eklendi.')
      onClose()
      navigate(`/admin/urunler/${data.id}`)
    } catch (error) {
      if (error instanceof ApiError && error.fields.color?.[0]) setError(error.fields.color[0])
      else toast('bad', sentenceOf(error, 'Ürün eklenirken hata oluştu'))
      setBusy(false)
    }
  }

  return (
    <div className="grid gap-4">
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
          value={color}
          error={error}
          onChange={(event) => {
            setColor(event.target.value)
            setError(undefined)
          }}
          onKeyDown={(event) => event.key === 'Enter' && copy()}
          className="grow"
        />
        <div>
          <span aria-hidden="true" className="mb-1 block font-medium text-sm">
            Kod
          </span>
          <input
            type="color"
            aria-label="Yeni rengin kodu"
            value={hex || '#ffffff'}
            onChange={(event) => setPicked(event.target.value)}
            className="h-12 w-12 cursor-pointer rounded-xs border border-edge bg-surface p-1"
          />
        </div>
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="quiet" disabled={busy} onClick={onClose}>
          Vazgeç
        </Button>
        <Button disabled={busy} onClick={copy}>
          {busy ? 'Bekleyin…' : 'Taslak oluştur'}
        </Button>
      </div>
    </div>
  )
}
