import type { Ctx } from '../ctx.ts'

/** The service that sends SMS. */
export type SmsSender = {
  /**
   * Hands over one SMS to a mobile number of Türkiye in E.164; gives the sender's name for it. SmsRefused when another try is of no
   * use; any other failure may be tried again, and may hide an SMS that was sent.
   */
  send: (to: string, text: string) => Promise<string>
  /** Whether it takes the login and the originator of the settings; sends nothing. */
  check: () => Promise<'good' | 'wrong-login' | 'wrong-header'>
}

export class SmsRefused extends Error {}

/** Characters of one SMS with Turkish letters (3GPP TS 23.038, national language single shift table). */
export const smsLength = 155

/** Whether an SMS can be sent to this number: one is set up, and it is a mobile of Türkiye. */
export function canSms({ config }: Ctx, phone: string): boolean {
  return config.sms !== undefined && /^\+905\d{9}$/.test(phone)
}
