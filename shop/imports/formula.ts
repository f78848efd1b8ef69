/**
 * Whether a spreadsheet would take the text for a formula (OWASP, "CSV Injection", November 2026): some, where Japanese or Chinese is
 * typed, take the signs of full width for those of half.
 */
export function startsFormula(text: string): boolean {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(text)
}
