/** Types of the parts that the shop uses but does not implement itself; they arrive in ctx. */

/** The background jobs and their data. Ids only: the rows hold the rest. */
export type Jobs = {
  /** Mails a requested link, if the address has an account; with `order`, to an order, if what was asked names one of a guest. */
  'mail-link': { requestId: string; order?: true }
  /** Sends one mail of the outbox. */
  'send-mail': { mailId: string }
  /** Sends one SMS of the outbox; only where a sender is set up. */
  'send-sms': { smsId: string }
  /** Hands one message of a form to the form-to-mail service. */
  'forward-message': { messageId: string }
  /** Notifies the shoppers who wait for a variant that units are back; `restockId` names this return of stock. */
  'notify-stock': { restockId: string; variantId: string; units: number }
  /** Writes the products of an import, batch by batch. */
  'import-products': { importId: string }
  /** Makes the AVIF files of all pictures that lack them. */
  'encode-avif': Record<string, never>
}
export type JobName = keyof Jobs

/** Stores files of pictures: in a folder, or in an S3-compatible bucket. Keys are plain file names. */
export type FileStore = {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** Undefined when there is no such file. */
  get(key: string): Promise<Uint8Array | undefined>
  has(key: string): Promise<boolean>
}

/** News of an order for admins. `id` is the news' own, so that a duplicate is dropped. */
export type OrderNews = { id: string; kind: 'placed' | 'changed'; orderId: string; totalKurus: number }

/** 'gap': news may have been missed. 'end': this process receives no more. */
export type FeedEvent = OrderNews | 'gap' | 'end'

/** Hands news of orders to the admins whose panels are open. */
export type OrderFeed = {
  notify(event: FeedEvent): void
  /** Returns a function that ends it; RATE_LIMITED when too many follow already. */
  follow(userId: string, follower: (event: FeedEvent) => void): () => void
}

/** A change that public pages show: of these products or categories, or of everything. */
export type CatalogChange = { productIds: string[] } | 'everything'

/** The moments of a payment at which a crash leaves something different behind. Tests end the shop at each of them. */
export const paymentSteps = [
  'attempt-written',
  'provider-asked',
  'settling',
  'settled',
  'three-ds-claimed',
  'three-ds-finished',
  'refund-written',
  'refund-asked',
  'refund-settling',
  'recovery-asked',
  'webhook-noted',
  'return-completing',
] as const

export type PaymentStep = (typeof paymentSteps)[number]
