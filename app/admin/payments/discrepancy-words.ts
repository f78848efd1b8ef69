import type { WireDiscrepancy } from '#api/wire/admin/payments.ts'
import { formatTl } from '#shop/money.ts'
import { shownOrderId } from '#shop/order-id.ts'

/** Describes a discrepancy and what the owner does about it. */
export function discrepancyWords(discrepancy: WireDiscrepancy): { title: string; text: string; advice: string } {
  if (discrepancy.byHand) return transferWords(discrepancy)
  switch (discrepancy.kind) {
    case 'charged-without-order':
      return {
        title: 'Para çekildi, sipariş yok',
        text: `Ödeme kuruluşu ${formatTl(discrepancy.theirs)} çekmiş, mağazada bu ödemenin karşılığı olan bir sipariş yok.`,
        advice:
          'Ödemeyi ödeme kuruluşunun panelinde bulun. Müşteriye aitse oradan iade edin; başka bir satışınızsa yapacak bir şey yoktur. Sonra buraya not yazıp kapatın.',
      }
    case 'order-without-charge':
      return {
        title: 'Sipariş var, para yok',
        text: `Sipariş ${formatTl(discrepancy.ours)} ödenmiş görünüyor, ama ödeme kuruluşu bu ödemeyi bilmiyor.`,
        advice:
          'Ürünleri göndermeden önce ödeme kuruluşuna sorun. Ödeme gerçekten yoksa siparişi iptal edin, sonra buraya not yazıp kapatın.',
      }
    case 'amount-differs':
      return {
        title: 'Tutarlar farklı',
        text: `Bu ödemeden mağazanın kaydına göre ${formatTl(discrepancy.ours)}, ödeme kuruluşunun kaydına göre ${formatTl(discrepancy.theirs)} sizde kalmış.`,
        advice:
          discrepancy.excess > 0
            ? `Fazla çekilen ${formatTl(discrepancy.excess)} müşterinindir: “Fazlasını iade et” yalnızca bu tutarı kartına geri gönderir, sipariş olduğu gibi kalır.`
            : discrepancy.theirs > discrepancy.ours
              ? `Aradaki ${formatTl(discrepancy.theirs - discrepancy.ours)} müşterinindir: ödeme kuruluşunun panelinden iade edin. Tutarlar uyuşunca fark kendiliğinden kapanır.`
              : 'Ödeme kuruluşunun panelinde bir iade yapılmış veya eksik para çekilmiş olabilir. Nedenini öğrenin; sizce doğruysa buraya not yazıp kapatın.',
      }
  }
}

/** More came by transfer than was due: no bank is asked, and no card gets it back. */
function transferWords({ orderId, ours, theirs, excess }: WireDiscrepancy) {
  return {
    title: 'Fazla havale geldi',
    text: `${orderId ? shownOrderId(orderId) : 'Bir'} siparişi için ${formatTl(ours)} bekleniyordu, havale ile ${formatTl(theirs)} geldi.`,
    advice:
      excess > 0
        ? `Fazla gelen ${formatTl(excess)} müşterinindir: “Fazlasını iade et” onu bu sayfadaki iadelere ekler, parayı müşterinin IBAN’ına siz gönderirsiniz.`
        : 'Bu siparişin iadesi bu sayfada sizi bekliyor; aynı parayı ikinci kez göndermeyin. “Gönderdim” dediğinizde geriye bir şey kalmıyorsa bu satır kendiliğinden kapanır.',
  }
}

/** Tells before only the excess goes back what goes and what stays. */
export function excessConsequence({ ours, excess, byHand }: WireDiscrepancy): string {
  if (byHand)
    return `Fazla gelen ${formatTl(excess)} bu sayfadaki iadelere eklenir ve müşteriden e-posta ile IBAN’ı istenir; parayı siz gönderip “Gönderdim” dersiniz. Siparişin karşılığı olan ${formatTl(ours)} sizde kalır, sipariş değişmez.`
  return `Müşterinin kartına fazla çekilen ${formatTl(excess)} geri gönderilir. Siparişin karşılığı olan ${formatTl(ours)} sizde kalır, sipariş değişmez ve müşteriye e-posta ile bildirilir. Bu işlem geri alınamaz.`
}
