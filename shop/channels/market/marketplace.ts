import type { Listing, MarketPackage } from './contract.ts'
import type { MarketAttribute, MarketNamed, NewListing } from './create/contract.ts'

/** What became of a question. `lost`: perhaps it was done. `rest`: asked too fast; `repeated`: the very same was sent before. */
export type MarketAnswer<T> =
  | { kind: 'done'; data: T }
  | { kind: 'refused'; message: string }
  | { kind: 'rest' }
  | { kind: 'repeated' }
  | { kind: 'lost'; reason: string }

/** A marketplace where the shop's pieces are sold too. None of these throws for what it or the network does. */
export type Marketplace = {
  name: string
  title: string
  /** Sends stock and prices, at most `mostListings` at a time; the outcome of each is told later, by the batch. */
  push(listings: Listing[]): Promise<MarketAnswer<{ batchId: string }>>
  mostListings: number
  /** What is known of a batch: why it took what not, by barcode; undefined while it is at it. */
  findBatch(id: string): Promise<MarketAnswer<Map<string, string> | undefined>>
  /** Brands of this name, or with it. */
  findBrands(name: string): Promise<MarketAnswer<MarketNamed[]>>
  /** Those that may hold products, each by its whole path. */
  listCategories(): Promise<MarketAnswer<MarketNamed[]>>
  listAttributes(categoryId: number): Promise<MarketAnswer<MarketAttribute[]>>
  /** What may be chosen for an attribute. */
  listValues(categoryId: number, attributeId: number): Promise<MarketAnswer<MarketNamed[]>>
  /** Puts sizes into its catalogue; the outcome of each is told later, by the batch. */
  create(listings: NewListing[]): Promise<MarketAnswer<{ batchId: string }>>
  /** Packages that changed since, the oldest change first. */
  listPackages(since: Date, until: Date): Promise<MarketAnswer<MarketPackage[]>>
  /** The shop prepares it; with a number: its invoice is written. */
  tell(found: MarketPackage, status: 'Picking' | 'Invoiced', invoiceNumber?: string): Promise<MarketAnswer<unknown>>
  /** These pieces cannot be had. */
  cannotSupply(found: MarketPackage, lineIds: string[]): Promise<MarketAnswer<unknown>>
}
