import { declineSentence } from '../declines.ts'

/** Groups with which a bank does not say whether it moved the money. */
const undecided = new Set(['COMMUNICATION_OR_SYSTEM_ERROR', 'REQUEST_TIMEOUT'])
/** System errors of the older and the newer services, a lost line to the bank, a bank out of time. */
const undecidedCodes = new Set(['1', '100001', '10214', '10219'])

type IyzicoError = { code: string; group: string }

/** Whether an error leaves open what was done: the payment, cancellation or refund must be looked up. */
export function leavesOpen({ code, group }: IyzicoError): boolean {
  return undecided.has(group) || undecidedCodes.has(code)
}

/** The groups of errors whose answer names only a code. */
const groupOfCode: Record<string, string> = {
  '12': 'INVALID_CARD_NUMBER',
  '13': 'INVALID_EXPIRE_YEAR_MONTH',
  '14': 'INVALID_EXPIRE_YEAR_MONTH',
  '15': 'INVALID_CVC2',
}

/** Whether a bank has answered, in a group that says something; only that is the last word. */
export function isBanksWord({ group }: Pick<IyzicoError, 'group'>): boolean {
  return group !== '' && group !== 'UNKNOWN'
}

/** Turns an error of iyzico into a decline; undefined when it leaves open whether money was taken. */
export function declineOf(error: IyzicoError): { code: string; message: string; vague?: true } | undefined {
  if (leavesOpen(error)) return undefined
  const group = error.group || groupOfCode[error.code]
  // An error without a group is about the request, not the card: nothing reached a bank.
  const code = group ?? (error.code.length >= 5 ? 'UNKNOWN' : 'PROVIDER_UNAVAILABLE')
  return { code, message: declineSentence(code), ...(isBanksWord(error) ? {} : { vague: true }) }
}
