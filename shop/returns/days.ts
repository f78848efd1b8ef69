/**
 * The law's days, in Istanbul. The day of delivery is not counted, the last day is counted whole (TBK 6098 m.92), and one
 * that falls on a holiday moves to the next working day (TBK m.93). Saturdays and half holidays count as holidays here,
 * which errs on the shopper's side. Where the shop owes something the days are not moved, so it is never late.
 */

import { handOverDays, legalReturnDays, refundDays } from '../settings/consumer-law.ts'
import { isWorkingDay } from '../settings/delivery-dates.ts'
import { after, days, istanbulDay, startOfIstanbulDay } from '../time.ts'

/** Years in which a faulty piece may be brought back (TKHK 6502 m.12). */
const faultyYears = 2

/**
 * The last moment in which she may withdraw: 14 days by law (Mesafeli Sözleşmeler Yönetmeliği m.9), more where the shop
 * promises more. All pieces of an order are in one parcel, so its delivery is that of the last piece.
 */
export function returnDeadline(deliveredAt: Date, promisedDays: number): Date {
  return endOf(movedToWork(dayAfter(deliveredAt, Math.max(legalReturnDays, promisedDays))))
}

/** The last moment in which she may bring a faulty piece back, whatever the days of withdrawal. */
export function faultyDeadline(deliveredAt: Date): Date {
  const [year = '', month, date] = istanbulDay(deliveredAt).split('-')
  const sameDay = Date.parse(`${Number(year) + faultyYears}-${month}-${date}`)
  // A 29 February has no day of its own then: the last of its month (TBK m.92).
  return endOf(movedToWork(month === '02' && date === '29' ? sameDay - days(1) : sameDay))
}

/**
 * The last moment in which she has to hand the parcel over: ten days from her notice (Mesafeli Sözleşmeler Yönetmeliği m.13).
 * They begin with the delivery where she withdrew before it, as she has nothing to send until then.
 */
export function handOverDeadline(noticedAt: Date, deliveredAt: Date | null): Date {
  const since = deliveredAt && deliveredAt > noticedAt ? deliveredAt : noticedAt
  return endOf(movedToWork(dayAfter(since, handOverDays)))
}

/**
 * Until when the money must be back: 14 days from her notice. The text of 2022 would start them when the parcel reaches the
 * carrier; the earliest reading keeps the shop safe under each (Mesafeli Sözleşmeler Yönetmeliği m.12).
 */
export function refundDeadline(noticedAt: Date): Date {
  return endOf(dayAfter(noticedAt, refundDays))
}

/** Whole days that are left until a deadline; 0 on its last day, negative once it is over. */
export function daysLeft(deadline: Date, now: Date): number {
  return Math.round((Date.parse(istanbulDay(deadline)) - Date.parse(istanbulDay(now))) / days(1))
}

/** Days as midnights in UTC. */
function dayAfter(moment: Date, count: number): number {
  return Date.parse(istanbulDay(moment)) + days(count)
}

function movedToWork(day: number): number {
  return isWorkingDay(day) ? day : movedToWork(day + days(1))
}

/** The last millisecond of a day, so that it still reads as that day. */
function endOf(day: number): Date {
  return after(startOfIstanbulDay(new Date(day).toISOString().slice(0, 10)), days(1) - 1)
}
