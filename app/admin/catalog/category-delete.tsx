import { useState } from 'react'
import { Link } from 'react-router'
import type { WireAdminCategory } from '#api/wire/admin/catalog.ts'
import { ApiError } from '#app/browser/api-client.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Confirm } from '#app/ui/confirm.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { adminCall } from '../parts/api.ts'
import { useFocusBeside } from '../parts/focus/beside.ts'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'
import { countsOf } from './category-counts.ts'

type DeleteProps = { category: WireAdminCategory | undefined; onClose: () => void; onDeleted: () => void }

/** Tells what will happen, asks, and deletes. A category that has products stays; a link leads to them. */
export function CategoryDelete({ category, onClose, onDeleted }: DeleteProps) {
  const { busy, refused, close, remove } = useRemoval({ category, onClose, onDeleted })
  const full = category !== undefined && category.productCount + category.draftCount > 0

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
        {category && <NotEmpty category={category} refused={refused} onClose={close} />}
      </Panel>
    </>
  )
}

/** Deletes; a category that got products meanwhile is refused, with the reason. */
function useRemoval({ category, onClose, onDeleted }: DeleteProps) {
  const [refused, setRefused] = useState<string>()
  const { busy, submit } = useAdminSubmit('Kategori silinirken bir hata oluştu')
  const holdFocus = useFocusBeside(category !== undefined)

  function close() {
    setRefused(undefined)
    onClose()
  }

  async function remove() {
    if (!category) return
    const answered = await submit(async () => {
      const refusal = await deleteCategory(category)
      setRefused(refusal)
      if (!refusal) holdFocus()
      onDeleted()
      if (refusal) return undefined
      close()
      return 'Kategori silindi.'
    })
    if (!answered) close()
  }

  return { busy, refused, close, remove }
}

/** Why the category stays; undefined once it is deleted. */
async function deleteCategory({ id }: WireAdminCategory): Promise<string | undefined> {
  try {
    await adminCall('DELETE', `/admin/categories/${id}`)
    return undefined
  } catch (error) {
    if (error instanceof ApiError && error.code === 'CATEGORY_NOT_EMPTY') return error.message
    throw error
  }
}

type NotEmptyProps = { category: WireAdminCategory; refused: string | undefined; onClose: () => void }

function NotEmpty({ category, refused, onClose }: NotEmptyProps) {
  return (
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
        <Button look="quiet" onClick={onClose}>
          Kapat
        </Button>
        <Link to={`/admin/urunler?kategori=${category.slug}`} className={buttonClass('secondary')}>
          Ürünleri gör
        </Link>
      </div>
    </div>
  )
}
