const dayFormat = new Intl.DateTimeFormat('tr-TR', { day: 'numeric', month: 'long', weekday: 'short', timeZone: 'UTC' })

/** '2026-11-20' → '20 Kasım Cum' */
export function dayName(day: string): string {
  return dayFormat.format(new Date(day))
}
