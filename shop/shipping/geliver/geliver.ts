/**
 * Geliver (docs.geliver.io and its SDK 0.2.0, read in November 2026): one API for the Turkish carriers. POST /transactions makes and
 * pays a shipment in one step; GET /shipments?orderNumber= finds it by our reference after a lost answer.
 */

import { timingSafeEqual } from 'node:crypto'
import type { Logger } from 'pino'
import { z } from 'zod'
import { readAtMost } from '../../network.ts'
import type { NewParcel, ProviderShipment, ShippingAnswer, ShippingProvider } from '../../ports.ts'
import { seconds } from '../../time.ts'
import { type GeliverReply, geliverClient } from './client.ts'
import type { GeliverSettings } from './settings.ts'
import { carrierOf, plateOf, stateOf } from './words.ts'

const text = z.string().nullish()
const Shipment = z.looseObject({
  id: z.string().min(1).max(100),
  statusCode: text,
  acceptedOfferID: text,
  providerCode: text,
  providerServiceCode: text,
  barcode: text,
  trackingNumber: text,
  trackingUrl: text,
  labelURL: text,
  order: z.looseObject({ orderNumber: text }).nullish(),
  trackingStatus: z
    .looseObject({ trackingStatusCode: text, trackingSubStatusCode: text, statusDetails: text, statusDate: text })
    .nullish(),
})
type Shipment = z.infer<typeof Shipment>
const Transaction = z.looseObject({ shipment: Shipment })
const Webhook = z.looseObject({ data: z.looseObject({ id: z.string().min(1).max(100) }) })

type Around = { log: Logger; publicUrl: string; timeout?: number }

export function geliverProvider(settings: GeliverSettings, { log, publicUrl, timeout }: Around): ShippingProvider {
  const call = geliverClient(settings, timeout)
  return {
    name: 'geliver',
    title: 'Geliver',
    async create(parcel) {
      const body = transactionOf(settings, parcel, publicUrl)
      if ('refused' in body) return { kind: 'refused', message: body.refused }
      const reply = await call('POST', '/transactions', body)
      if (reply.kind !== 'data') return told(log, reply)
      const { data } = Transaction.safeParse(reply.data)
      return data ? made(data.shipment) : { kind: 'unknown', reason: 'an answer without a shipment' }
    },
    async find(reference) {
      const reply = await call('GET', `/shipments?orderNumber=${encodeURIComponent(reference)}&limit=20&page=1`)
      if (reply.kind !== 'data') return told(log, reply)
      const listed = z.array(Shipment).safeParse(reply.data)
      if (!listed.success) return { kind: 'unknown', reason: 'an unreadable list' }
      // One whose offer was not accepted has no label, and nobody comes for it.
      const bought = listed.data.filter((one) => one.order?.orderNumber === reference && isBought(one))
      const [first] = bought
      if (bought.length > 1) log.error({ reference }, 'Geliver has several shipments with one reference')
      return first ? made(first) : { kind: 'absent' }
    },
    async look(id) {
      const reply = await call('GET', `/shipments/${encodeURIComponent(id)}`)
      if (reply.kind === 'refused' && reply.status === 404) return { kind: 'absent' }
      if (reply.kind !== 'data') return told(log, reply)
      const { data } = Shipment.safeParse(reply.data)
      return data?.id === id ? made(data) : { kind: 'unknown', reason: 'another shipment, or none' }
    },
    label: (url) => fetchLabel(settings, url),
    readWebhook(token, body) {
      if (!same(token, settings.webhookSecret)) return { kind: 'forged' }
      const { data } = Webhook.safeParse(body)
      return data ? { kind: 'news', id: data.data.id } : { kind: 'unreadable' }
    },
  }
}

/** The body that makes and pays a shipment; `refused` says why there can be none. */
function transactionOf(
  settings: GeliverSettings,
  parcel: NewParcel,
  publicUrl: string,
): { refused: string } | { providerServiceCode: string; shipment: object } {
  const { service, doorService, senderAddressId, test } = settings
  const atDoor = parcel.collectKurus > 0
  const providerServiceCode = atDoor ? doorService : service
  const cityCode = plateOf(parcel.city)
  if (!providerServiceCode) {
    return {
      refused: 'Kapıda ödemeli gönderinin kargo hizmeti sunucu ayarlarında belirlenmemiş; paketi elle gönderin.',
    }
  }
  if (!cityCode) return { refused: `“${parcel.city}” bir il değil; siparişin adresini düzeltin.` }
  const amount = (atDoor ? parcel.collectKurus : parcel.totalKurus) / 100
  return {
    providerServiceCode,
    shipment: {
      ...{ test, senderAddressID: senderAddressId, ...settings.parcel, distanceUnit: 'cm', massUnit: 'kg' },
      items: parcel.pieces,
      recipientAddress: {
        ...{ name: parcel.name, email: parcel.email, phone: parcel.phone, address1: parcel.address },
        ...{ countryCode: 'TR', cityName: parcel.city, cityCode, districtName: parcel.district },
        ...(parcel.postalCode ? { zip: parcel.postalCode } : {}),
      },
      productPaymentOnDelivery: atDoor,
      order: {
        sourceCode: 'API',
        sourceIdentifier: publicUrl,
        orderNumber: parcel.reference,
        totalAmount: amount.toFixed(2),
        totalAmountCurrency: 'TRY',
      },
    },
  }
}

function told(log: Logger, reply: Exclude<GeliverReply, { kind: 'data' }>): ShippingAnswer {
  if (reply.kind === 'refused') return { kind: 'refused', message: `Geliver kabul etmedi: ${reply.message}.` }
  log.warn({ reason: reply.reason }, 'no usable answer from Geliver')
  if (reply.sent) return { kind: 'unknown', reason: reply.reason }
  return { kind: 'refused', message: 'Geliver’e ulaşılamadı, gönderi oluşturulmadı; biraz sonra yeniden deneyin.' }
}

function isBought({ statusCode, acceptedOfferID, labelURL }: Shipment): boolean {
  return Boolean(acceptedOfferID || labelURL) && !/^CANCEL/.test(statusCode ?? '')
}

function made(shipment: Shipment): ShippingAnswer {
  const { id, providerCode, providerServiceCode, trackingNumber, barcode, trackingUrl, labelURL } = shipment
  const code = providerCode || providerServiceCode
  const result: ProviderShipment = {
    id,
    carrier: code ? carrierOf(code) : null,
    // Some carriers give theirs only when they take the parcel; until then the label bears the barcode.
    trackingNumber: plain(trackingNumber) ?? plain(barcode),
    trackingUrl: httpsOnly(trackingUrl),
    labelUrl: labelURL || null,
    news: newsOf(shipment),
  }
  return { kind: 'made', shipment: result }
}

function plain(number: string | null | undefined): string | null {
  const tidy = (number ?? '').replace(/\s/g, '')
  return /^[A-Za-z0-9-]{1,40}$/.test(tidy) ? tidy : null
}

function httpsOnly(url: string | null | undefined): string | null {
  return url && /^https:\/\/[^\s<>"']{1,300}$/.test(url) ? url : null
}

function newsOf({ trackingStatus: status }: Shipment): ProviderShipment['news'] {
  if (!status) return null
  const at = new Date(status.statusDate ?? '')
  if (Number.isNaN(at.getTime())) return null
  const state = stateOf(status.trackingStatusCode ?? '', status.trackingSubStatusCode ?? '')
  return { state, words: (status.statusDetails ?? '').slice(0, 300), at }
}

/** A label is a page. */
const mostLabelBytes = 10_000_000

/** Its labels lie on other hosts of its own, so the token stays here. */
async function fetchLabel({ baseUrl }: GeliverSettings, url: string): Promise<Uint8Array | undefined> {
  if (!url.startsWith('https://') && !url.startsWith(new URL(baseUrl).origin)) return undefined
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(seconds(15)) })
    const bytes = await readAtMost(response, mostLabelBytes)
    return response.ok && bytes && Buffer.from(bytes.subarray(0, 5)).toString() === '%PDF-' ? bytes : undefined
  } catch {
    return undefined
  }
}

function same(given: string, secret: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(secret)]
  return a.length === b.length && timingSafeEqual(a, b)
}
