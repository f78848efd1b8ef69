/** Durations in milliseconds, by name. */
export const seconds = (n: number) => n * 1000
export const minutes = (n: number) => seconds(n * 60)
export const hours = (n: number) => minutes(n * 60)
export const days = (n: number) => hours(n * 24)

export function after(moment: Date, milliseconds: number): Date {
  return new Date(moment.getTime() + milliseconds)
}

// Created at first use: pages that show no date are spared the time.
let dateFormat: Intl.DateTimeFormat | undefined
let momentFormat: Intl.DateTimeFormat | undefined

/** '20 Kasım 2026' */
export function formatDate(moment: Date | string): string {
  dateFormat ??= new Intl.DateTimeFormat('tr-TR', { dateStyle: 'long', timeZone: 'Europe/Istanbul' })
  return dateFormat.format(new Date(moment))
}

/** '20 Kasım 2026 14:05' */
export function formatMoment(moment: Date | string): string {
  momentFormat ??= new Intl.DateTimeFormat('tr-TR', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Europe/Istanbul',
  })
  return momentFormat.format(new Date(moment))
}

/** When a day begins in Istanbul, three hours ahead of UTC all year round. */
export function startOfIstanbulDay(day: string): Date {
  return new Date(`${day}T00:00:00+03:00`)
}

/** The moment whose UTC fields are what clocks in Istanbul show. */
export function istanbulClock(moment: Date): Date {
  return after(moment, hours(3))
}

/** Stands for a day whose hour nobody knows. */
export function noonOfIstanbulDay(day: string): Date {
  return after(startOfIstanbulDay(day), hours(12))
}

/** The day in Istanbul, '2026-11-20': what banks and the law call today. */
export function istanbulDay(moment: Date): string {
  return istanbulClock(moment).toISOString().slice(0, 10)
}
