import { totalmem } from 'node:os'

/** Bytes of memory that the processes of the shop may use: the machine's, or those that its container is held to. */
export function memoryAllowed(): number {
  return Math.min(totalmem(), process.constrainedMemory() || totalmem())
}
