/** Tags as the shop keeps them: 'yaz, keten'. Pure. */

/** Characters of one tag. */
const longest = 40

export function tagsIn(text: string | null): string[] {
  const tags = (text ?? '').split(/[,;\n|]/).map((tag) => tag.trim().replace(/\s+/g, ' ').toLocaleLowerCase('tr'))
  return [...new Set(tags.filter((tag) => tag !== ''))]
}

/** One spelling of the same tags. */
export function tidyTags(text: string): string {
  return tagsIn(text).join(', ')
}

export function wrongTags(text: string): string | undefined {
  const long = tagsIn(text).find((tag) => tag.length > longest)
  return long && `“${long.slice(0, 20)}…” çok uzun; bir etiket en çok ${longest} karakter olabilir`
}

/** Null: none is left. */
export function changedTags(text: string | null, { add = '', remove = '' }: { add?: string; remove?: string }) {
  const gone = new Set(tagsIn(remove))
  return [...new Set([...tagsIn(text), ...tagsIn(add)])].filter((tag) => !gone.has(tag)).join(', ') || null
}
