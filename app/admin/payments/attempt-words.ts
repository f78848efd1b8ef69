import type { WireAttempt } from '#api/wire/admin/payments.ts'
import { formatKurus, formatTl } from '#shop/money.ts'
import type { Resolution } from '#shop/payments/contract.ts'

/** The amount asked for, and the amount taken where it differs. */
export function amountsOf({ amount, taken, byHand }: WireAttempt): string {
  return taken === amount
    ? formatTl(amount)
    : `istenen ${formatTl(amount)}, ${byHand ? 'gelen' : 'çekilen'} ${formatTl(taken)}`
}

/** Money was taken and something must be done with it; the others settle by themselves. */
export function needsDecision(attempt: WireAttempt): boolean {
  return attempt.heldReason !== null || attempt.status === 'REFUNDED'
}

/** Nobody can be asked about it until the owner enters its provider's keys again. */
export function waitsForKeys(attempt: WireAttempt): boolean {
  return attempt.goneProvider !== null && !needsDecision(attempt)
}

/** How an unsettled payment stands, in a sentence. */
export function stateOf(attempt: WireAttempt): string {
  const { status, heldReason, amount, taken, refunded, byHand, goneProvider } = attempt
  if (heldReason) return heldSentence(heldReason, amount)
  if (waitsForKeys(attempt))
    return `Bu ödeme ${goneProvider} ile başlamıştı; mağazada onun anahtarları artık yok, bu yüzden sonucu sorulamıyor ve ürünleri ayrılmış duruyor. Ayarlar › Ödeme ve taksit’te anahtarlarını yeniden girin; mağaza sonucu kendiliğinden öğrenir. Giremiyorsanız ${goneProvider} panelinde ödemeye bakın; para orada değilse not yazıp kapatın.`
  if (byHand)
    return `Sona eren bu sipariş için havale ile ${formatTl(taken)} geldi; ${formatTl(taken - refunded)} kadarı iade edilmedi, iadeler arasında da değil.`
  switch (status) {
    case 'AWAITING_3DS':
      return 'Müşteri bankasının onay sayfasında; onaylaması bekleniyor.'
    case 'PENDING':
      return 'Ödeme kuruluşu ödemeyi aldı ve inceliyor.'
    case 'UNKNOWN':
      return 'Bankadan yanıt alınamadı; mağaza kendiliğinden yeniden soruyor.'
    case 'REFUNDED':
      if (refunded > 0) {
        return `Siparişi olmayan bu ödemede ${formatTl(taken)} çekilmiş, ${formatTl(refunded)} iade edilmiş; ${formatTl(taken - refunded)} hâlâ ödeme kuruluşunda.`
      }
      return `${formatTl(taken)} çekildi, siparişi yok ve iade tamamlanamadı.`
    default:
      return 'Ödeme bankaya gönderildi; yanıtı bekleniyor.'
  }
}

function heldSentence(reason: string, amount: number): string {
  const [what = '', value = ''] = reason.split(' ')
  if (what === 'amount')
    return `Karttan ${formatKurus(Number(value))} çekilmiş, oysa siparişin tutarı ${formatTl(amount)}.`
  if (what === 'currency') return `Ödeme TL yerine ${value} olarak çekilmiş.`
  return 'Ödeme kuruluşu bu ödemeyi başka bir siparişe yazmış.'
}

/** After what came without a provider was put among the refunds: nothing has gone yet. */
export const owedByHand = 'İadelere eklendi; parayı gönderince “Gönderdim” deyin.'

export const resolutionWords: Record<Resolution, { button: string; title: string; done: string }> = {
  ask: {
    button: 'Bankaya yeniden sor',
    title: 'Ödemenin sonucunu sor',
    done: 'Ödeme kuruluşuna soruldu.',
  },
  complete: {
    button: 'Siparişi tamamla',
    title: 'Çekilen tutarı kabul et',
    done: 'Sipariş tamamlandı.',
  },
  refund: {
    button: 'Parayı iade et',
    title: 'Parayı iade et',
    done: 'İade ödeme kuruluşuna iletildi.',
  },
  'refund-excess': {
    button: 'Fazlasını iade et',
    title: 'Fazla çekilen tutarı iade et',
    done: 'Fazla çekilen tutar iade edildi; sipariş olduğu gibi kaldı.',
  },
  close: {
    button: 'Not yazıp kapat',
    title: 'Ödemeyi kapat',
    done: 'Ödeme kapatıldı.',
  },
}

/** Tells before a resolution what it will do. */
export function consequenceOf(resolution: Resolution, attempt: WireAttempt): string {
  const { amount, taken, refunded, shownOrderId, status, byHand, goneProvider } = attempt
  if (byHand)
    return resolution === 'refund'
      ? `${formatTl(taken - refunded)} bu sayfadaki iadelere eklenir ve müşteriden e-posta ile IBAN’ı istenir; parayı siz gönderip “Gönderdim” dersiniz.`
      : 'Parayı başka yoldan çözdüyseniz kapatın; buradan kimseye para gitmez. Notunuz değişiklik geçmişinde kalır.'
  if (waitsForKeys(attempt))
    return `${goneProvider} panelinde bu ödemenin parası hiç çekilmediyse ya da oradan iade ettiyseniz kapatın; buradan karta para gönderilmez. Para oradaysa ve siparişi göndermek istiyorsanız önce anahtarları yeniden girin. Kapatınca sipariş oluşmaz, ayrılan ürünler stoğa döner. Notunuz değişiklik geçmişinde kalır.`
  const stock = status === 'REFUNDED' ? '' : ' Sipariş oluşmaz, ayrılan ürünler stoğa döner.'
  if (resolution === 'complete') {
    return `Çekilen para kabul edilir, ${shownOrderId} siparişi listeye girer ve müşteriye sipariş onayı gönderilir.${difference(attempt)}`
  }
  if (resolution === 'refund') {
    return `Müşterinin kartına ${formatTl(taken - refunded)} geri gönderilir.${stock} Bu işlem geri alınamaz.`
  }
  if (resolution === 'close') {
    return `Parayı başka yoldan, örneğin ödeme kuruluşunun panelinden çözdüyseniz kapatın; buradan karta para gönderilmez.${stock} Ödeme kuruluşu parayı hâlâ tutuyorsa günlük karşılaştırma bunu yeniden gösterir. Notunuz değişiklik geçmişinde kalır.`
  }
  return `Ödeme kuruluşuna ${formatTl(amount)} tutarındaki ödemenin sonucu sorulur; karttan yeniden para çekilmez. Para çekilmişse sipariş oluşur. Çekilmediği kesinse sipariş kapanır ve ürünler stoğa döner.`
}

function difference({ amount, taken }: WireAttempt): string {
  if (taken > amount) {
    return ` Fazla çekilen ${formatTl(taken - amount)} müşterinindir: tamamladıktan sonra bu sayfadaki “Fazlasını iade et” ile yalnızca onu geri gönderebilirsiniz.`
  }
  return taken < amount ? ` Eksik çekilen ${formatTl(amount - taken)} müşteriden istenmez.` : ''
}
