import { Link } from 'react-router'
import { buttonClass } from '#app/ui/button.tsx'
import { NewestInPanel } from './newest.tsx'
import { closeCart } from './store.ts'

/** An empty cart says where to go, with the three newest things that can be bought. */
export function CartEmpty() {
  return (
    <div className="grid gap-8 py-8">
      <div className="grid justify-items-center gap-4 text-center">
        <p className="font-display text-xl">Sepetiniz henüz boş</p>
        <p className="text-muted">Beğendiğiniz bir parçayı bedenini seçip buraya ekleyin.</p>
        <Link to="/ust-giyim" onClick={closeCart} className={buttonClass()}>
          Alışverişe başla
        </Link>
      </div>
      <NewestInPanel onLeave={closeCart} />
    </div>
  )
}
