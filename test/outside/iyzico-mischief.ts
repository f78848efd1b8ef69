/**
 * How the simulator spoils one answer. 'drop' ends the connection without an answer; 'under way' too, and the work is done
 * only when the test calls `carryOn`. A failure is answered whatever was done.
 */
export type Mischief =
  | { failure: [code: string, group: string]; retryable?: boolean }
  | 'under way'
  | 'HTTP 500'
  | 'retryable'
  | 'drop before'
  | 'drop after'
  | 'slow'
  | 'html 502'
  | 'half an answer'
  | 'wrong signature'
  | 'no signature'
  | 'too many calls'
  | 'redirect'
  | 'other amount'
  | 'other currency'
  | 'other basket'
  | 'other conversation'
  | 'fraud review'
  | 'fraud rejected'
  | 'system error'
  | 'bank timed out'
