import { seconds } from '#shop/time.ts'
import { about, type Finding } from './finding.ts'

const { ok, warning, wrong } = about('clock')

/** How far this machine's clock is from another's; a Date header tells whole seconds only. */
export function checkClock(theirs: string, difference: number): Finding {
  const off = Math.round(Math.abs(difference) / seconds(1))
  const direction = difference > 0 ? 'ahead of' : 'behind'
  if (off <= 3) return ok(`agrees with ${theirs}`)
  const text = `is ${off} seconds ${direction} ${theirs}; turn time synchronisation on (timedatectl set-ntp true)`
  return off > 60 ? wrong(text) : warning(text)
}

/** Compares with an answer's Date header, when it has one. */
export function checkDateHeader(theirs: string, response: Response, now: Date): Finding[] {
  const date = Date.parse(response.headers.get('date') ?? '')
  // The header was cut to the second: on average it is half a second late.
  return Number.isNaN(date) ? [] : [checkClock(theirs, now.getTime() - date - seconds(0.5))]
}
