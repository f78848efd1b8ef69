import type { WireImport } from '#api/wire/admin/imports.ts'
import type { UnitPlan } from '#shop/imports/contract.ts'
import { formatWhole } from '#shop/money.ts'

export const planNames: Record<UnitPlan, string> = {
  NEW: 'Yeni',
  CHANGED: 'Değişecek',
  SAME: 'Aynı',
  FAILED: 'Hatalı',
}

export const formatNames: Record<WireImport['format'], string> = {
  butik: 'Ürün dosyası',
  shopify: 'Shopify dosyası',
  woocommerce: 'WooCommerce dosyası',
  ikas: 'ikas dosyası',
  ticimax: 'Ticimax dosyası',
  google: 'Google ürün akışı',
}

/** The outcome of an import, for the list of earlier ones. */
export function outcomeOf({ state, counts, total, done, refused }: WireImport): string {
  const written = `${formatWhole(done - refused)} ürün yazıldı`
  if (state === 'READY' && total === 0) return counts.failed > 0 ? 'Bütün ürünler hatalı' : 'Değişecek bir şey yok'
  if (state === 'READY') return `Uygulanmadı: ${formatWhole(total)} ürün yazılabilir`
  if (state === 'RUNNING') return `Yazılıyor: ${formatWhole(done)} / ${formatWhole(total)}`
  if (state === 'STOPPED') return `Durduruldu: ${formatWhole(done)} / ${formatWhole(total)}`
  const failed = counts.failed + refused
  return failed > 0 ? `${written}, ${formatWhole(failed)} ürün hatalı` : written
}
