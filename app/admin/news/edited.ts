import type { WireProductLine } from '#api/wire/admin/catalog.ts'
import type { WireNewsletterDetail } from '#api/wire/news.ts'
import type { Image } from '#shop/media/images.ts'

type Block = WireNewsletterDetail['blocks'][number]
export type BlockKind = Block['kind']

/** A part while it is edited: the key stays as it moves. */
export type EditedBlock = Block & { key: string }
export type BlockOf<K extends BlockKind> = Extract<EditedBlock, { kind: K }>

export function edited(blocks: Block[]): EditedBlock[] {
  return blocks.map((block) => ({ ...block, key: crypto.randomUUID() }))
}

export function plain({ key: _, ...block }: EditedBlock): Block {
  return block
}

export const kindWords: Record<BlockKind, string> = {
  text: 'Metin',
  picture: 'Görsel',
  products: 'Ürünler',
  button: 'Düğme',
}

/** A new part; a picture begins with its file. */
export function blank(kind: Exclude<BlockKind, 'picture'>): EditedBlock {
  const key = crypto.randomUUID()
  if (kind === 'text') return { key, kind, heading: '', text: '' }
  if (kind === 'products') return { key, kind, productIds: [] }
  return { key, kind, label: 'Alışverişe başlayın', url: '/' }
}

/** Moves one part up or down. */
export function moved(blocks: EditedBlock[], from: number, to: number): EditedBlock[] {
  const list = [...blocks]
  const [block] = list.splice(from, 1)
  return block ? list.toSpliced(to, 0, block) : blocks
}

/** Products and pictures that are known, so that the chosen ones can be drawn. */
export type Known = {
  products: WireProductLine[]
  images: Image[]
  addProduct: (product: WireProductLine) => void
  addImage: (image: Image) => void
}
