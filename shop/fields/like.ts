/** A text as LIKE takes it: letter by letter. */
export function literal(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
