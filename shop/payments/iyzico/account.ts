import type { Logger } from 'pino'
import type { PageStore } from '../bank-pages.ts'
import type { IyzicoClient, IyzicoKeys } from './client.ts'

export type IyzicoSettings = IyzicoKeys & { identityNumber: string; threeDs: 'always' | 'never' | 'auto' }

/** The first argument of this provider's functions. */
export type Iyzico = {
  client: IyzicoClient
  settings: IyzicoSettings
  log: Logger
  clock: () => Date
  pages: PageStore
}
