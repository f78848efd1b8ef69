import type { Card } from '#shop/catalog/search/cards.ts'

const designs = new Map<string, Promise<Card[]>>()

/** The card of a color, of the design that also comes as `slug`; undefined when it is gone or could not be fetched. */
export async function findColorCard(slug: string, color: string): Promise<Card | undefined> {
  const cards = await cardsOf(slug).catch(() => [])
  return cards.find((card) => card.slug === color)
}

/** Asked for once in a visit, unless that failed. */
function cardsOf(slug: string): Promise<Card[]> {
  const known = designs.get(slug)
  if (known) return known
  const asked = ask(slug)
  designs.set(slug, asked)
  asked.catch(() => designs.delete(slug))
  return asked
}

async function ask(slug: string): Promise<Card[]> {
  const response = await fetch(`/urun/${slug}/renkler`)
  if (!response.ok) throw new Error(`the colors of ${slug} were answered ${response.status}`)
  return (await response.json()).cards
}
