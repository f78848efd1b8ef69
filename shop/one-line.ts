/**
 * A text for one line, such as a name or an address: line breaks and other control characters, and those that turn the
 * direction of writing around, become spaces. In a mail's header or on a label they would say something else.
 */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
}
