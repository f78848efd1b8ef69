import type { WireAdminProduct } from '#api/wire/admin/catalog.ts'
import { DeleteConfirm } from '../../parts/delete-confirm.tsx'

type DeleteDialogProps = { product: WireAdminProduct | undefined; onClose: () => void; onDeleted: () => void }

export function DeleteDialog({ product, onClose, onDeleted }: DeleteDialogProps) {
  return (
    <DeleteConfirm
      path={product && `/admin/products/${product.id}`}
      title="Ürünü sil"
      done="Ürün silindi."
      failed="Ürün silinirken bir hata oluştu"
      onClose={onClose}
      onDeleted={onDeleted}
    >
      <p>
        <strong>{product?.name}</strong> mağazadan hemen kalkar; sepetlerdeki ve favorilerdeki yeri de boşalır. Eski
        siparişlerde okunur kalır. Bu işlem geri alınamaz; ürünü yalnızca gizlemek için taslağa çevirebilirsiniz.
      </p>
    </DeleteConfirm>
  )
}
