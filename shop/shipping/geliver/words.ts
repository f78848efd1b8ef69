import type { ParcelState } from '../../ports.ts'

/** Geliver's detailed states (docs.geliver.io, "Gönderi takibi", read in November 2026). */
const detailed: Record<string, ParcelState> = {
  information_received: 'LABEL',
  pickup_scheduled: 'LABEL',
  pickup_out_for_collection: 'LABEL',
  pickup_failed: 'LABEL',
  package_accepted: 'ACCEPTED',
  package_departed: 'MOVING',
  package_processing: 'AT_CENTER',
  delivery_scheduled: 'AT_BRANCH',
  out_for_delivery: 'OUT',
  package_damaged: 'DAMAGED',
  package_forwarded_to_another_carrier: 'HANDED_ON',
  delivery_rescheduled: 'LATER',
  delivered: 'DELIVERED',
  package_lost: 'LOST',
  package_undeliverable: 'UNDELIVERABLE',
  return_to_sender: 'RETURNING',
}

/** Its general states, for a detailed one that is new to us. */
const general: Record<string, ParcelState> = {
  PRE_TRANSIT: 'LABEL',
  TRANSIT: 'MOVING',
  DELIVERED: 'DELIVERED',
  FAILURE: 'UNDELIVERABLE',
  RETURNED: 'RETURNING',
}

/** Some of its lists write the codes with a blank at their end. */
export function stateOf(code: string, subCode: string): ParcelState {
  return detailed[subCode.trim().toLowerCase()] ?? general[code.trim().toUpperCase()] ?? 'UNKNOWN'
}

const carriers: Record<string, string> = {
  YURTICI: 'yurtici',
  ARAS: 'aras',
  MNG: 'mng',
  SURAT: 'surat',
  PTT: 'ptt',
  HEPSIJET: 'hepsijet',
  KOLAYGELSIN: 'kolay-gelsin',
  SENDEO: 'kolay-gelsin',
  UPS: 'ups',
  DHL: 'dhl',
  FEDEX: 'fedex',
}

/** The shop's name of the carrier of a service: 'PTT_KAPIDA_ODEME' is PTT's. */
export function carrierOf(code: string): string {
  const [carrier = ''] = code.toUpperCase().split('_')
  return carriers[carrier] ?? 'other'
}

/** Provinces in the order of their plates, which Geliver takes for codes of cities: Adana is 01, Düzce 81. */
const plates =
  'Adana,Adıyaman,Afyonkarahisar,Ağrı,Amasya,Ankara,Antalya,Artvin,Aydın,Balıkesir,Bilecik,Bingöl,Bitlis,Bolu,Burdur,Bursa,Çanakkale,Çankırı,Çorum,Denizli,Diyarbakır,Edirne,Elazığ,Erzincan,Erzurum,Eskişehir,Gaziantep,Giresun,Gümüşhane,Hakkâri,Hatay,Isparta,Mersin,İstanbul,İzmir,Kars,Kastamonu,Kayseri,Kırklareli,Kırşehir,Kocaeli,Konya,Kütahya,Malatya,Manisa,Kahramanmaraş,Mardin,Muğla,Muş,Nevşehir,Niğde,Ordu,Rize,Sakarya,Samsun,Siirt,Sinop,Sivas,Tekirdağ,Tokat,Trabzon,Tunceli,Şanlıurfa,Uşak,Van,Yozgat,Zonguldak,Aksaray,Bayburt,Karaman,Kırıkkale,Batman,Şırnak,Bartın,Ardahan,Iğdır,Yalova,Karabük,Kilis,Osmaniye,Düzce'.split(
    ',',
  )

/** '34' for İstanbul; undefined for no province. */
export function plateOf(province: string): string | undefined {
  const index = plates.indexOf(province)
  return index < 0 ? undefined : String(index + 1).padStart(2, '0')
}
