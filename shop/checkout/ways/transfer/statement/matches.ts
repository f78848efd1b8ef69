import { fold } from '../../../../turkish.ts'
import type { WaitingTransfer } from '../receipts.ts'
import type { StatementLine } from './lines.ts'

/** sure: its reference or number is in the text. likely: the name and the amount are. possible: the amount alone, and nobody else's. */
type Certainty = 'sure' | 'likely' | 'possible'
export type Match = { orderId: string; certainty: Certainty }

/** The order that a line most probably pays; undefined when none does. */
export function matchOf(line: StatementLine, waiting: WaitingTransfer[]): Match | undefined {
  const text = fold(line.text)
  const plain = text.replace(/[^a-z0-9]/g, '')
  const named = waiting.filter(({ reference, orderId }) => {
    const number = orderId.slice(-8)
    return plain.includes(reference.toLowerCase()) || plain.includes(number)
  })
  // Two references in one line: the owner decides.
  if (named.length === 1 && named[0]) return { orderId: named[0].orderId, certainty: 'sure' }
  const ofAmount = waiting.filter(({ amountKurus, receivedKurus }) => amountKurus - receivedKurus === line.amountKurus)
  const ofName = ofAmount.filter(({ customer }) => {
    const parts = fold(customer).split(/\s+/)
    return parts.every((part) => text.includes(part))
  })
  if (ofName.length === 1 && ofName[0]) return { orderId: ofName[0].orderId, certainty: 'likely' }
  if (ofAmount.length === 1 && ofAmount[0]) return { orderId: ofAmount[0].orderId, certainty: 'possible' }
  return undefined
}
