import { Panel } from '#app/ui/panel.tsx'
import { closeCart, useCart, useCartOpen } from './cart-store.ts'

export function CartPanel() {
  const { count } = useCart()
  return (
    <Panel open={useCartOpen()} onClose={closeCart} title={`Sepetim (${count})`} side="right">
      {null}
    </Panel>
  )
}
