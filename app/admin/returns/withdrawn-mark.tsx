import type { WireStaffOrder } from '#api/wire/admin/orders.ts'

/** Beside an order in a list: its parcel is not to be sent, or not whole. */
export function WithdrawnMark({ withdrawn }: { withdrawn: NonNullable<WireStaffOrder['withdrawn']> }) {
  return (
    <span className="block font-medium text-bad text-sm">
      {withdrawn === 'ALL' ? 'İade: göndermeyin' : 'Bir kısmı iade'}
    </span>
  )
}
