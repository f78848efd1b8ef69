import type { WireBulk } from '#api/wire/admin/bulk.ts'
import type { ShownUnits } from '#shop/bulk/contract.ts'
import { formatWhole } from '#shop/money.ts'

/** The outcome of a change, for the list of earlier ones. */
export function outcomeOf({ state, total, done, refused, undone }: WireBulk): string {
  const n = formatWhole
  if (state === 'READY') return total === 0 ? 'Değişecek ürün yok' : `Uygulanmadı: ${n(total)} ürün`
  if (state === 'RUNNING') return `Uygulanıyor: ${n(done)} / ${n(total)}`
  if (state === 'STOPPED') return `Durduruldu: ${n(done)} / ${n(total)}`
  if (state === 'UNDOING') return 'Geri alınıyor'
  const changed = done - refused
  if (undone >= changed && undone > 0) return `${n(undone)} ürün değişti, geri alındı`
  if (undone > 0) return `${n(changed)} ürün değişti, ${n(undone)} tanesi geri alındı`
  return `${n(changed)} ürün değişti`
}

/** How many products stand under each heading; those without any are left out. */
export function headingsOf({
  state,
  counts,
  refused,
  kept,
}: WireBulk): { show: ShownUnits; label: string; n: number }[] {
  const before = state === 'READY'
  const all = [
    { show: 'CHANGED' as const, label: before ? 'Değişecek' : 'Değişen', n: counts.changed - refused },
    { show: 'MARKED' as const, label: 'Dikkat', n: counts.marked },
    { show: 'FAILED' as const, label: before ? 'Değiştirilemiyor' : 'Değiştirilmedi', n: counts.failed + refused },
    { show: 'SAME' as const, label: 'Zaten böyle', n: counts.same },
    { show: 'KEPT' as const, label: 'Geri alınamadı', n: kept },
  ]
  return all.filter(({ n }) => n > 0)
}
