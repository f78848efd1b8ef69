/** Words in braces that stand for a customer's own data in a ready text. Pure: the panel fills them in while the owner looks. */
export const placeholders = {
  ad: 'müşterinin adı',
  siparis: 'sipariş numarası',
  kargo: 'kargo takip bağlantısı',
} as const
export type Placeholder = keyof typeof placeholders

const pattern = new RegExp(`\\{(${Object.keys(placeholders).join('|')})\\}`, 'g')

/** The text with what is known in place of its words in braces; the others stay, so that nobody misses them. */
export function fillPlaceholders(text: string, known: Partial<Record<Placeholder, string>>): string {
  return text.replace(pattern, (all, name: Placeholder) => known[name] || all)
}

/** The first that nobody filled in, as it stands in the text. */
export function unfilledIn(text: string): string | undefined {
  return text.match(pattern)?.[0]
}

/** A sentence for the field whose text still holds one. */
export function unfilledMessage(text: string): string | undefined {
  const left = unfilledIn(text)
  return left && `${left} yerine ne yazılacağını belirtin`
}

/** A sentence for a ready text that holds a word in braces which stands for nothing: it would reach the customer as it is. */
export function unknownMessage(text: string): string | undefined {
  const words = text.match(/\{ *\p{L}[\p{L} ]*\}/gu) ?? []
  const unknown = words.find((word) => !Object.hasOwn(placeholders, word.slice(1, -1)))
  const names = Object.keys(placeholders).map((name) => `{${name}}`)
  return (
    unknown && `${unknown} yerine gelecek bir bilgi yok; ${names.slice(0, -1).join(', ')} ya da ${names.at(-1)} yazın`
  )
}
