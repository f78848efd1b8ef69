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
  /** Writes the products of an import, batch by batch. */
  'import-products': { importId: string }
  /** Writes a bulk change, or takes it back, batch by batch. */
  'change-products': { bulkId: string }
  /** Draws the files of pictures that will be asked for, all that lack them. */
  'encode-avif': Record<string, never>
}
export type JobName = keyof Jobs

/** An encrypted message for a browser, as the push service of its maker takes it (RFC 8030, 8188, 8292). */
export type PushRequest = { endpoint: string; headers: Record<string, string>; body: Uint8Array }
/** Hands it over; gives the status of the answer. Throws when there is none. */
export type PushSender = (request: PushRequest) => Promise<number>

/** Stores files of pictures: in a folder, or in an S3-compatible bucket. Keys are plain file names. */
export type FileStore = {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** Keeps a file that comes with the shop, if possible without writing its bytes again. */
  putShipped(key: string, path: string, contentType: string): Promise<void>
  /** Undefined when there is no such file. */
  get(key: string): Promise<Uint8Array | undefined>
  has(key: string): Promise<boolean>
  /** Also when there is no such file. */
  remove(key: string): Promise<void>
}

/** News of an order for admins. `id` is the news' own, so that a duplicate is dropped. */
export type OrderNews = {
  id: string
  kind: 'placed' | 'changed'
  orderId: string
  totalKurus: number
  /** She wrote it in the panel: to her it is nothing new. */
  writtenBy?: string
}

/** 'gap': news may have been missed. 'check': somebody's rights have changed. 'end': this process receives no more. */
export type FeedEvent = OrderNews | 'gap' | 'check' | 'end'

/** Hands news of orders to the admins whose panels are open. */
export type OrderFeed = {
  notify(event: FeedEvent): void
  /** Returns a function that ends it; RATE_LIMITED when too many follow already. */
  follow(userId: string, follower: (event: FeedEvent) => void): () => void
}

/** A person who wants to check out. */
export type LineBuyer = {
  person: string
  network: string
  variantIds: string[]
  ticket: string | undefined
  /** Whether all she wants is hers already; asked only where she would wait. */
  holdsAll(): Promise<boolean>
}

/** The way in of one who may check out. */
export type Turn = {
  /** Her place in line; undefined where she came while there was none. */
  place: number | undefined
  /** Does the work once it is her turn in this process; whoever has had hers goes on before all others. */
  take<T>(work: () => Promise<T>): Promise<T>
  end(): void
}

/** Lets in as many as the database serves; the others wait in line. One for each process, over the same rows. */
export type CheckoutLine = {
  readonly isOpen: boolean
  /** IN_LINE for a ticket that was not called yet, without asking the database. */
  requireCalled(buyer: Pick<LineBuyer, 'person' | 'ticket'>): Promise<void>
  /** Lets her in, or IN_LINE with her place; OUT_OF_STOCK while there is a line and nothing of what she wants. */
  enter(buyer: LineBuyer): Promise<Turn>
  /** How the line stands, as GET /checkout/line answers it. */
  state(): LineState
}

export type LineState = {
  open: boolean
  /** Everybody with this place or a lower one may check out. */
  called: number
  /** The place of who came last. */
  last: number
  /** How many are called in a second, as of late; null while that is not known. */
  perSecond: number | null
  /** Sizes that somebody in line wanted and that are sold out. */
  soldOut: string[]
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

/** The moments of making a shipment at which a crash leaves something different behind. */
export const shippingSteps = ['shipment-written', 'shipment-asked', 'shipment-settled'] as const
export type ShippingStep = (typeof shippingSteps)[number]

/** The moments of a sale's start and end: a hundred products' prices are written, and are committed. */
export const saleSteps = ['sale-moving', 'sale-moved'] as const
export type SaleStep = (typeof saleSteps)[number]

/** Where a parcel is, as its carrier says. */
export type ParcelState =
  | 'LABEL'
  | 'ACCEPTED'
  | 'MOVING'
  | 'AT_CENTER'
  | 'AT_BRANCH'
  | 'OUT'
  | 'LATER'
  | 'HANDED_ON'
  | 'DAMAGED'
  | 'DELIVERED'
  | 'LOST'
  | 'UNDELIVERABLE'
  | 'RETURNING'
  | 'UNKNOWN'

/** A parcel to send. `reference` is ours, another for each shipment; the provider is asked for it when its answer was lost. */
export type NewParcel = {
  reference: string
  name: string
  email: string
  /** E.164. */
  phone: string
  address: string
  city: string
  district: string
  postalCode: string | null
  totalKurus: number
  /** The money that the courier takes; 0: none. */
  collectKurus: number
  pieces: { title: string; quantity: number }[]
}

/** A shipment as the provider has it. `carrier` is one of orders/carriers.ts. */
export type ProviderShipment = {
  id: string
  carrier: string | null
  trackingNumber: string | null
  trackingUrl: string | null
  labelUrl: string | null
  /** `words` are the carrier's own. */
  news: { state: ParcelState; words: string; at: Date } | null
}

export type ShippingAnswer =
  | { kind: 'made'; shipment: ProviderShipment }
  /** Surely not made; the message is a sentence for the owner. */
  | { kind: 'refused'; message: string }
  | { kind: 'absent' }
  /** Perhaps made: it is asked for again. */
  | { kind: 'unknown'; reason: string }

/** Makes shipments with the carriers. None of these throws for what the provider or the network does. */
export type ShippingProvider = {
  name: string
  /** As the owner knows it. */
  title: string
  create(parcel: NewParcel): Promise<ShippingAnswer>
  find(reference: string): Promise<ShippingAnswer>
  look(id: string): Promise<ShippingAnswer>
  /** The carrier's label as PDF; undefined when it cannot be had now. */
  label(url: string): Promise<Uint8Array | undefined>
  /** A webhook only says which shipment has news: the provider is asked for them. */
  readWebhook(token: string, body: unknown): { kind: 'forged' } | { kind: 'unreadable' } | { kind: 'news'; id: string }
}

/** Counts searched words in memory: noted at each request, taken by what writes them to the database. */
export type SearchCounts = { note(address: string): void; take(): Map<string, number> }

/** Questions to the DNS. Each gives nothing where the name has no such record, and throws where nobody answers. */
export type DnsQuestions = {
  texts(name: string): Promise<string[]>
  addresses(name: string): Promise<string[]>
}
