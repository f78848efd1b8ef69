import { after, hours, istanbulClock } from '../time.ts'

type Hours = { quietFrom: number | null; quietTo: number | null }

/** When somebody with these quiet hours of Istanbul is told of what happens at this moment: at once, or as they end. */
export function whenToTell({ quietFrom, quietTo }: Hours, moment: Date): Date {
  if (quietFrom === null || quietTo === null || quietFrom === quietTo) return moment
  const local = istanbulClock(moment)
  const hour = local.getUTCHours()
  const isQuiet = quietFrom < quietTo ? hour >= quietFrom && hour < quietTo : hour >= quietFrom || hour < quietTo
  if (!isQuiet) return moment
  const end = new Date(local)
  end.setUTCHours(quietTo, 0, 0, 0)
  const left = end.getTime() - local.getTime()
  return after(moment, left > 0 ? left : left + hours(24))
}
