import type { Env } from '#env'
import { openSender } from '#shop/sms/open.ts'
import { about, type Finding, reasonOf } from './finding.ts'

const { ok, wrong } = about('sms')

/** Logs in to the sender of SMS, if one is set, and sends none. */
export async function checkSms({ sms }: Env): Promise<Finding[]> {
  if (!sms) return []
  const { host } = new URL(sms.baseUrl)
  try {
    const seen = await (await openSender(sms)).check()
    if (seen === 'wrong-login') {
      return [
        wrong(`${host} refuses NETGSM_USERCODE or NETGSM_PASSWORD, or this server's address, or API access is off`),
      ]
    }
    if (seen === 'wrong-header')
      return [wrong(`${host} knows no originator ${sms.header} of this account (NETGSM_HEADER)`)]
    return [ok(`${host} takes the login, and ${sms.header} as the originator`)]
  } catch (error) {
    return [wrong(`cannot talk to ${host} (SMS): ${reasonOf(error)}`)]
  }
}
