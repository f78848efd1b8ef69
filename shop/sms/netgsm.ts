/**
 * Netgsm, by its REST v2 calls `sms/rest/v2/send` and `msgheader`: https://www.netgsm.com.tr/dokuman, and the codes of Netgsm's own
 * client @netgsm/sms 1.1.11 of 15 May 2026.
 */

import { z } from 'zod'
import { readAnswer } from '../network.ts'
import { seconds } from '../time.ts'
import { SmsRefused, type SmsSender, smsLength } from './sender.ts'

export type NetgsmSettings = { usercode: string; password: string; header: string; baseUrl: string }

const Answer = z.object({ code: z.string(), jobid: z.string().optional(), description: z.string().optional() })

/** Codes after which the same request is refused again: text, login, originator, IYS (two), a field. */
const final = new Set(['20', '30', '40', '50', '51', '70'])

export function netgsm(settings: NetgsmSettings): SmsSender {
  return { send: (to, text) => send(settings, to, text), check: () => check(settings) }
}

async function send(settings: NetgsmSettings, to: string, text: string): Promise<string> {
  if (text.length > smsLength) throw new SmsRefused(`the text has ${text.length} characters`)
  // iysfilter 0: it informs, and advertises nothing, so the register of consents (IYS) is not asked.
  const message = { msgheader: settings.header, encoding: 'TR', iysfilter: '0' }
  const body = { ...message, messages: [{ msg: text, no: to.replace(/^\+90/, '') }] }
  const { code, jobid, description = '' } = Answer.parse(await call(settings, 'send', body))
  if (code === '00' && jobid) return jobid
  const told = `Netgsm says ${code} ${description}`.trim()
  throw final.has(code) ? new SmsRefused(told) : new Error(told)
}

const Headers = z.object({ code: z.string().optional(), msgheaders: z.array(z.string()).optional() })

async function check(settings: NetgsmSettings) {
  const { code, msgheaders = [] } = Headers.parse(await call(settings, 'msgheader'))
  if (code === '30') return 'wrong-login'
  return msgheaders.includes(settings.header) ? 'good' : 'wrong-header'
}

/** The answer, whatever its status: refusals have a code in it. */
async function call({ baseUrl, usercode, password }: NetgsmSettings, path: string, body?: object): Promise<unknown> {
  const authorization = `Basic ${Buffer.from(`${usercode}:${password}`).toString('base64')}`
  const response = await fetch(`${baseUrl}/sms/rest/v2/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization, 'content-type': 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(seconds(10)),
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await readAnswer(response)
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`Netgsm answered HTTP ${response.status} without a code`)
  }
}
