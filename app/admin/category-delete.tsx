import { useState } from 'react'
import { Link } from 'react-router'
import { ApiError } from '#app/api-client.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Confirm } from '#app/ui/confirm.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { toast } from '#app/ui/toast.tsx'
import { adminCall, sentenceOf } from './admin-api.ts'
import { type AdminCategory, countsOf } from './category-shape.ts'

type DeleteProps = { category: AdminCategory | undefined; onClose: () => void; onDeleted: () => void }

/** Says what will happen, asks, and deletes. A category that has products stays; she is shown the way to them. */
export function CategoryDelete({ category, onClose, onDeleted }: DeleteProps) {
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string>()
  const full = category !== undefined && category.productCount + category.draftCount > 0

  function close() {
    setRefused(undefined)
    onClose()
  }

  async function remove() {
    if (!category) return
    setBusy(true)
    try {
      await adminCall('DELETE', `/admin/categories/${category.id}`)
      toast('good', 'Kategori silindi.')
      onDeleted()
      close()
    } catch (error) {
      const sentence = sentenceOf(error, 'Kategori silinirken bir hata oluştu')
      if (error instanceof ApiError && error.code === 'CATEGORY_NOT_EMPTY') {
        setRefused(sentence)
        onDeleted()
      } else {
        toast('bad', sentence)
        close()
      }
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <Confirm
        open={category !== undefined && !full && !refused}
        title="Kategoriyi sil"
        action="Kategoriyi sil"
        busy={busy}
        onClose={close}
        onConfirm={remove}
      >
        <p>
          <strong>{category?.name}</strong> kategorisi menülerden ve süzgeçlerden kalkar; /{category?.slug} sayfası
          kapanır. İçinde ürün yok. Bu işlem geri alınamaz.
        </p>
      </Confirm>
      <Panel open={full || refused !== undefined} onClose={close} title="Kategori boş değil" side="center">
        {category && (
          <div className="grid gap-6">
            {refused ? (
              <Notice tone="bad">{refused}</Notice>
            ) : (
              <p>
                <strong>{category.name}</strong> kategorisinde {countsOf(category)} var. Silmeden önce bunları başka bir
                kategoriye taşıyın veya silin.
              </p>
            )}
            <div className="flex flex-wrap justify-end gap-2">
              <Button look="quiet" onClick={close}>
                Kapat
              </Button>
              <Link to={`/admin/urunler?kategori=${category.slug}`} className={buttonClass('secondary')}>
                Ürünleri gör
              </Link>
            </div>
          </div>
        )}
      </Panel>
    </>
  )
}
