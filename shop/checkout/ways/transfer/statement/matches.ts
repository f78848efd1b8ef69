import { fold } from '../../../../turkish.ts'
import type { WaitingTransfer } from '../receipts.ts'
import type { Referred } from './known.ts'
import { plainOf, type StatementLine } from './lines.ts'

/** sure: its reference or number is in the text. likely: the name and the amount are. possible: the amount alone, and nobody else's. */
type Certainty = 'sure' | 'likely' | 'possible'
export type Match = { orderId: string; certainty: Certainty }

/** The orders that a line names: by their reference, or by the number of one that is waited for. */
export function namedBy({ text }: StatementLine, waiting: WaitingTransfer[], referred: Referred[]): string[] {
  const plain = plainOf(text)
  const isNamed = ({ reference }: Referred) => plain.includes(reference.toLowerCase())
  const byNumber = waiting.filter(({ orderId }) => plain.includes(orderId.slice(-8)))
  return [...new Set([...waiting.filter(isNamed), ...referred.filter(isNamed), ...byNumber].map((one) => one.orderId))]
}

/** The order that a line most probably pays; undefined when none does. `named`: what namedBy says of it. */
export function matchOf(line: StatementLine, waiting: WaitingTransfer[], named: string[]): Match | undefined {
  const [orderId] = named
  if (orderId) {
    // Between two orders, and about one that is no longer waited for, the owner decides.
    const isWaiting = waiting.some((one) => one.orderId === orderId)
    return named.length === 1 && isWaiting ? { orderId, certainty: 'sure' } : undefined
  }
  const text = fold(line.text)
  const ofAmount = waiting.filter(({ amountKurus, receivedKurus }) => amountKurus - receivedKurus === line.amountKurus)
  const ofName = ofAmount.filter(({ customer }) => {
    const parts = fold(customer).split(/\s+/)
    return parts.every((part) => text.includes(part))
  })
  if (ofName.length === 1 && ofName[0]) return { orderId: ofName[0].orderId, certainty: 'likely' }
  if (ofAmount.length === 1 && ofAmount[0]) return { orderId: ofAmount[0].orderId, certainty: 'possible' }
  return undefined
}
