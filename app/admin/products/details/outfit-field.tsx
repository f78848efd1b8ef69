import { useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { outfitLeast, outfitMost } from '#shop/catalog/product-fields.ts'
import { ChosenProducts } from '../../catalog/chosen-products.tsx'
import { ProductPicker } from '../../catalog/product-picker.tsx'
import { ErrorLine } from '../error-line.tsx'
import type { TypedDraft } from '../form/use-draft.ts'

const words = { add: 'kombine ekle', added: 'kombine eklendi' }

/** The owner's choice of products to wear with this one; `productId` is its own id. */
export function OutfitField({ typed, productId }: { typed: TypedDraft; productId: string | undefined }) {
  const [picking, setPicking] = useState(false)
  const { outfit } = typed.fields
  const full = outfit.length >= outfitMost
  return (
    <div className="grid gap-4">
      <p className="text-muted text-sm">
        Ürün sayfasında “Kombini tamamlayın” başlığıyla görünür; tükenenler gösterilmez. {outfitLeast}–{outfitMost}{' '}
        parça seçin. Seçmezseniz aynı renk ailesinden, başka bölümlerden parçalar kendiliğinden gelir.
      </p>
      <ErrorLine error={typed.wrong.outfit} />
      {outfit.length > 0 && (
        <ChosenProducts
          products={outfit}
          removeWord="kombinden çıkar"
          onChange={(products) => typed.set('outfit', products)}
        />
      )}
      {picking && !full && (
        <ProductPicker
          title="Parça ekle"
          words={words}
          chosen={new Set(outfit.map(({ id }) => id))}
          against={({ id }) => (id === productId ? 'Bu ürün' : undefined)}
          onPick={(product) => typed.set('outfit', [...outfit, product])}
        />
      )}
      {picking && full && <p className="text-muted text-sm">Kombin tamam: en çok {outfitMost} parça seçilebilir.</p>}
      {!picking && !full && (
        <Button look="secondary" className="justify-self-start px-4!" onClick={() => setPicking(true)}>
          Parça seç
        </Button>
      )}
    </div>
  )
}
