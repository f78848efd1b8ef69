/**
 * Trendyol's catalog, by its documents of "Ürün V2": getBrandsName, getCategoryTree (15 September 2026), getCategoryAttributes,
 * getCategoryAttributeValues, createProducts (11 September 2026). V1 ended on 15 October 2026.
 */

import { z } from 'zod'
import type { MarketAttribute, MarketNamed, NewListing } from '../market/create/contract.ts'
import type { MarketAnswer } from '../market/marketplace.ts'

const Named = z.looseObject({ id: z.number(), name: z.string() })
const Brands = z.union([z.array(Named), z.looseObject({ brands: z.array(Named) }).transform(({ brands }) => brands)])
type Node = { id: number; name: string; subCategories?: Node[] | null }
const Node: z.ZodType<Node> = z.lazy(() =>
  z.looseObject({ id: z.number(), name: z.string(), subCategories: z.array(Node).nullish() }),
)
/** The document shows an object, some answers are the list itself. */
const Tree = z.union([
  z.array(Node),
  z.looseObject({ categories: z.array(Node) }).transform(({ categories }) => categories),
])
const Attributes = z.looseObject({
  categoryAttributes: z.array(
    z.looseObject({ attribute: Named, required: z.boolean().nullish(), allowCustom: z.boolean().nullish() }),
  ),
})
/** Its document says attributeValueName in one place and attributeValue in another. */
const Values = z.looseObject({
  totalPages: z.number().int(),
  content: z.array(
    z.looseObject({
      attributeValueId: z.number(),
      attributeValue: z.string().nullish(),
      attributeValueName: z.string().nullish(),
    }),
  ),
})

type Call = (method: 'GET' | 'POST', path: string, body?: object) => Promise<MarketAnswer<unknown>>

/** Values on a page, and pages that are read. */
const pageSize = 1000
const mostPages = 10

export async function findBrands(call: Call, name: string): Promise<MarketAnswer<MarketNamed[]>> {
  return read(await call('GET', `/product/brands/by-name?name=${encodeURIComponent(name)}`), Brands, named)
}

/** Only those without any below them may hold products. */
export async function listCategories(call: Call): Promise<MarketAnswer<MarketNamed[]>> {
  return read(await call('GET', '/product/product-categories'), Tree, (tree) => leavesOf(tree, ''))
}

function leavesOf(nodes: Node[], path: string): MarketNamed[] {
  return nodes.flatMap(({ id, name, subCategories }) => {
    const own = path === '' ? name : `${path} > ${name}`
    return subCategories && subCategories.length > 0 ? leavesOf(subCategories, own) : [{ id, name: own }]
  })
}

export async function listAttributes(call: Call, categoryId: number): Promise<MarketAnswer<MarketAttribute[]>> {
  const answer = await call('GET', `/product/categories/${categoryId}/attributes`)
  return read(answer, Attributes, ({ categoryAttributes }) =>
    categoryAttributes.map(({ attribute: { id, name }, required, allowCustom }) => ({
      ...{ id, name },
      required: required === true,
      allowCustom: allowCustom === true,
    })),
  )
}

export async function listValues(
  call: Call,
  categoryId: number,
  attributeId: number,
): Promise<MarketAnswer<MarketNamed[]>> {
  const found: MarketNamed[] = []
  for (let page = 0; page < mostPages; page++) {
    const path = `/product/categories/${categoryId}/attributes/${attributeId}/values?page=${page}&size=${pageSize}`
    const answer = read(await call('GET', path), Values, (values) => values)
    if (answer.kind !== 'done') return answer
    found.push(
      ...answer.data.content.map(({ attributeValueId: id, attributeValue, attributeValueName }) => ({
        id,
        name: attributeValue ?? attributeValueName ?? '',
      })),
    )
    if (page + 1 >= answer.data.totalPages) break
  }
  return { kind: 'done', data: found }
}

export function newItemOf(listing: NewListing) {
  return {
    barcode: listing.barcode,
    title: listing.title,
    productMainId: listing.groupId,
    brandId: listing.brandId,
    categoryId: listing.categoryId,
    quantity: Math.min(listing.quantity, 20_000),
    stockCode: listing.sku,
    dimensionalWeight: listing.desi,
    description: listing.description,
    listPrice: Math.max(listing.listKurus, listing.priceKurus) / 100,
    salePrice: listing.priceKurus / 100,
    vatRate: listing.vatRate,
    images: listing.images.map((url) => ({ url })),
    attributes: listing.attributes.map(({ id, valueId, text }) => ({
      attributeId: id,
      ...(valueId === undefined ? { attributeValue: text ?? '' } : { attributeValueIds: [valueId] }),
    })),
  }
}

const named = (list: MarketNamed[]) => list.map(({ id, name }) => ({ id, name }))

function read<T, R>(answer: MarketAnswer<unknown>, schema: z.ZodType<T>, of: (data: T) => R): MarketAnswer<R> {
  if (answer.kind !== 'done') return answer
  const { data, success } = schema.safeParse(answer.data)
  return success ? { kind: 'done', data: of(data) } : { kind: 'lost', reason: 'an unreadable answer' }
}
