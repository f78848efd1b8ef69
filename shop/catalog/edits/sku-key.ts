/** SKUs that differ in case only have the same key. As sku_key() in the database. */
export function skuKey(sku: string): string {
  return sku.replace(/[İIı]/g, 'i').replace(/[A-ZÇĞÖŞÜ]/g, (letter) => letter.toLowerCase())
}
