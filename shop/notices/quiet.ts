import { after, hours } from '../time.ts'

type Hours = { quietFrom: number | null; quietTo: number | null }

/** Istanbul is three hours ahead of UTC all year round. */
const ahead = hours(3)

/** When somebody with these quiet hours of Istanbul is told of what happens at this moment: at once, or as they end. */
export function whenToTell({ quietFrom, quietTo }: Hours, moment: Date): Date {
  if (quietFrom === null || quietTo === null || quietFrom === quietTo) return moment
  const local = after(moment, ahead)
  const hour = local.getUTCHours()
  const isQuiet = quietFrom < quietTo ? hour >= quietFrom && hour < quietTo : hour >= quietFrom || hour < quietTo
  if (!isQuiet) return moment
  const end = new Date(local)
  end.setUTCHours(quietTo, 0, 0, 0)
  return after(end, (end > local ? 0 : hours(24)) - ahead)
}
