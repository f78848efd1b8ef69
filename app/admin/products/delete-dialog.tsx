import { useState } from 'react'
import { Confirm } from '#app/ui/confirm.tsx'
import { toast } from '#app/ui/toast.tsx'
import { adminCall, sentenceOf } from '../admin-api.ts'
import type { AdminProduct } from './product-shape.ts'

type DeleteDialogProps = { product: AdminProduct | undefined; onClose: () => void; onDeleted: () => void }

/** Asks, deletes, and says how it went. */
export function DeleteDialog({ product, onClose, onDeleted }: DeleteDialogProps) {
  const [busy, setBusy] = useState(false)

  async function remove() {
    if (!product) return
    setBusy(true)
    try {
      const { message } = await adminCall<null>('DELETE', `/admin/products/${product.id}`)
      toast('good', message ?? 'Ürün silindi.')
      onDeleted()
    } catch (error) {
      toast('bad', sentenceOf(error, 'Ürün silinirken bir hata oluştu'))
    } finally {
      setBusy(false)
      onClose()
    }
  }

  return (
    <Confirm
      open={product !== undefined}
      title="Ürünü sil"
      action="Ürünü sil"
      busy={busy}
      onClose={onClose}
      onConfirm={remove}
    >
      <p>
        <strong>{product?.name}</strong> mağazadan hemen kalkar; sepetlerdeki ve favorilerdeki yeri de boşalır. Eski
        siparişlerde okunur kalır. Bu işlem geri alınamaz; ürünü yalnızca gizlemek için taslağa çevirebilirsiniz.
      </p>
    </Confirm>
  )
}
