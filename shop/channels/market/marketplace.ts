import type { Listing, MarketPackage } from './contract.ts'
import type { MarketAttribute, MarketNamed, NewListing } from './create/contract.ts'

/** The result of a request. `lost`: it may have been done. `rest`: too many requests; `repeated`: the very same was sent before. */
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
  /** Sends stock and prices, at most `mostListings` at a time; `findBatch` gives the results later. */
  push(listings: Listing[]): Promise<MarketAnswer<{ batchId: string }>>
  mostListings: number
  /** The errors of a batch by barcode; undefined while it is being processed. */
  findBatch(id: string): Promise<MarketAnswer<Map<string, string> | undefined>>
  /** Brands of this name, or with it. */
  findBrands(name: string): Promise<MarketAnswer<MarketNamed[]>>
  /** Those that may hold products, each by its whole path. */
  listCategories(): Promise<MarketAnswer<MarketNamed[]>>
  listAttributes(categoryId: number): Promise<MarketAnswer<MarketAttribute[]>>
  /** The values that an attribute may have. */
  listValues(categoryId: number, attributeId: number): Promise<MarketAnswer<MarketNamed[]>>
  /** Puts sizes into its catalog; `findBatch` gives the results later. */
  create(listings: NewListing[]): Promise<MarketAnswer<{ batchId: string }>>
  /** Packages that changed since, the oldest change first. */
  listPackages(since: Date, until: Date): Promise<MarketAnswer<MarketPackage[]>>
  /** The shop prepares it; with a number: its invoice is written. */
  tell(found: MarketPackage, status: 'Picking' | 'Invoiced', invoiceNumber?: string): Promise<MarketAnswer<unknown>>
  /** These pieces cannot be had. */
  cannotSupply(found: MarketPackage, lineIds: string[]): Promise<MarketAnswer<unknown>>
}
