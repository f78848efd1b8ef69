import { z } from 'zod'

/** Bytes of an uploaded file. */
export const maxImportBytes = 50_000_000
export const importTooLarge = 'Dosya en çok 50 MB olabilir; resimleri bölerek yükleyin'

export const importFormats = ['butik', 'shopify', 'woocommerce', 'ikas', 'ticimax', 'google'] as const
export type ImportFormat = (typeof importFormats)[number]

/** READY: read, nothing is changed. STOPPED goes on where it was. */
export const importStates = ['READY', 'RUNNING', 'STOPPED', 'DONE'] as const
export type ImportState = (typeof importStates)[number]

/** The file's effect on a product; FAILED: none, as something is wrong with its rows. */
export const unitPlans = ['NEW', 'CHANGED', 'SAME', 'FAILED'] as const
export type UnitPlan = (typeof unitPlans)[number]

/** Numbers of products by their plan, and of variants to add and to change. */
export type ImportCounts = {
  new: number
  changed: number
  same: number
  failed: number
  newVariants: number
  changedVariants: number
}

/** The fields that a column can hold, in the order in which the owner chooses, each with its title in our own files. */
export const importFields = {
  sku: 'SKU',
  barcode: 'Barkod',
  name: 'Ürün adı',
  slug: 'Adres',
  key: 'Ürün grubu kodu',
  description: 'Açıklama',
  category: 'Kategori',
  group: 'Renk grubu',
  color: 'Renk',
  colorHex: 'Renk kodu',
  size: 'Beden',
  price: 'Fiyat',
  salePrice: 'İndirimli fiyat',
  originalPrice: 'İndirim öncesi fiyat',
  stock: 'Stok',
  cost: 'Maliyet',
  vatRate: 'KDV oranı',
  published: 'Durum',
  fabric: 'Kumaş',
  care: 'Bakım',
  fit: 'Kalıp',
  measurements: 'Ürün ölçüleri',
  modelLine: 'Görseldeki beden',
  withdrawalExemption: 'Cayma hakkı istisnası',
  weightClass: 'Kargo sınıfı',
  tags: 'Etiketler',
  images: 'Görseller',
  variantImages: 'Rengin görselleri',
  options: 'Seçenekler (Renk;Kum,Beden;S)',
  option1Name: '1. seçeneğin adı',
  option1Value: '1. seçeneğin değeri',
  option2Name: '2. seçeneğin adı',
  option2Value: '2. seçeneğin değeri',
  option3Name: '3. seçeneğin adı',
  option3Value: '3. seçeneğin değeri',
  variantCode: 'Varyant kodu',
  rowType: 'Satır türü',
  rowId: 'Satır numarası',
  parent: 'Üst ürün',
  deleted: 'Silindi mi?',
} as const
export type ImportField = keyof typeof importFields
export const fieldNames = Object.keys(importFields) as [ImportField, ...ImportField[]]

/** Title of a column → the field that it holds, or null for none; columns that are not named are recognised. */
export const ImportMapping = z.record(z.string().max(200), z.enum(fieldNames, 'Bu alan bilinmiyor').nullable())
export type ImportMapping = z.infer<typeof ImportMapping>

const page = z.coerce.number().int().min(1).max(100_000).default(1)

export const ImportQuery = z.object({ page, limit: z.coerce.number().int().min(1).max(100).default(20) })
export type ImportQuery = z.infer<typeof ImportQuery>

/** The products of an import; `refused`: also those that could not be applied. */
export const UnitQuery = ImportQuery.extend({ plan: z.enum(unitPlans).optional() })
export type UnitQuery = z.infer<typeof UnitQuery>

export type ExportName = 'products' | 'stock' | 'orders' | 'customers' | 'gift-cards'
export const ExportQuery = z.object({
  format: z.enum(['xlsx', 'csv'], 'Dosya türü xlsx ya da csv olabilir').default('xlsx'),
})
export type ExportFormat = z.infer<typeof ExportQuery>['format']
