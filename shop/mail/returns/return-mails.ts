import { formatKurus } from '../../money.ts'
import { handOverDays, refundDays } from '../../settings/consumer-law.ts'
import { formatDate } from '../../time.ts'
import { orderLink } from '../guest-mails.ts'
import { type Block, type Brand, button, greeting, type Mail, mailOf, paragraph } from '../layout.ts'
import { type BeyondPrice, type ConfirmedItem, exchangeLines, itemTable, returnLines } from '../order-mails.ts'
import { type ExchangeFacts, type ExchangeStep, exchangeSteps } from './exchange-mails.ts'

/** The facts that the mails of a return state. Money in kuruş. */
export type ReturnFacts = {
  /** '#1A2B3C4D' of its order. */
  shownId: string
  code: string
  firstName: string
  items: ConfirmedItem[]
  amountKurus: number
  /** Why that is another sum than the price of the pieces, in a return. */
  beyond?: BeyondPrice | undefined
  /** The part of it that is store credit; known once it was asked for. */
  creditKurus: number
  /** The part of creditKurus for gift cards. */
  giftKurus?: number
  /** How the parcel comes back, in a sentence or two. */
  wayBack: string
  address: string
  deadline: Date
  refundDueAt: Date
  /** Her order has not arrived: what she does with its parcel, in a sentence or two. */
  undelivered: boolean
  /** Its parcel is still in the shop. */
  unsent: boolean
  /** It is still to be paid at the door. */
  unpaid: boolean
  atTheDoor: string
  /** Why the shop refused it. */
  refusal: string
  /** Pieces that were not in the parcel. */
  missing?: string[]
  isGuest: boolean
  /** Other pieces come in place of these. */
  exchange?: ExchangeFacts | undefined
}

export type ReturnStep = keyof typeof steps | ExchangeStep

/** To the buyer, at each step of her return but the refund, which has a mail of its own. */
export function returnMail(brand: Brand, step: ReturnStep, facts: ReturnFacts): Mail {
  const { subject, title, blocks } = wordsOf(step, facts)
  return mailOf(brand, {
    kind: `order-return-${step.toLowerCase().replaceAll('_', '-')}`,
    subject: `${brand.shopName}: ${subject} (${facts.code})`,
    title,
    blocks: [
      greeting(facts.firstName),
      ...blocks,
      itemTable(brand, facts.items, sumsOf(step, facts)),
      ...endOf(brand, step, facts),
    ],
    reason: `Bu e-posta size ${brand.shopName} mağazasından verdiğiniz siparişle ilgili olarak gönderildi.`,
  })
}

function wordsOf(step: ReturnStep, { exchange, ...facts }: ReturnFacts): Words {
  const what = exchange ? 'değişim' : 'iade'
  if (exchange && step in exchangeSteps) return exchangeSteps[step as ExchangeStep]({ ...facts, exchange })
  return steps[step as keyof typeof steps]({ ...facts, what })
}

function sumsOf(step: ReturnStep, facts: ReturnFacts): [string, string][] {
  const { amountKurus, items, exchange, atTheDoor, unpaid } = facts
  // Whether she paid at the door nobody knows yet.
  if (step === 'RECEIVED' && unpaid) return []
  if (amountKurus === 0 && (exchange || atTheDoor)) return []
  if (step === 'REFUSED' || step === 'CANCELLED') return []
  if (!exchange) return [...returnLines(facts.beyond), ['İade edilecek tutar', formatKurus(amountKurus)]]
  const newKurus = exchange.items.reduce((sum, { unitPriceKurus, quantity }) => sum + unitPriceKurus * quantity, 0)
  return [...exchangeLines(items, newKurus, amountKurus), ['İade edilecek fark', formatKurus(amountKurus)]]
}

function endOf(brand: Brand, step: ReturnStep, { isGuest, exchange }: ReturnFacts): Block[] {
  const what = exchange ? 'Değişiminizi' : 'İadenizi'
  if (step === 'REFUSED') return [paragraph('Bir yanlışlık olduğunu düşünüyorsanız bu e-postayı yanıtlayın.')]
  if (isGuest) return [paragraph(`${what} sipariş sayfanızdan izleyebilirsiniz.`), ...orderLink(brand)]
  return [paragraph(`${what} hesabınızdaki “Siparişlerim” sekmesinden, siparişinizi açarak izleyebilirsiniz.`)]
}

type Words = { subject: string; title: string; blocks: Block[] }

/** `what`: 'iade' or 'değişim'. */
type StepFacts = Omit<ReturnFacts, 'exchange'> & { what: string }

const steps = {
  REQUESTED: (facts: StepFacts): Words => ({
    subject: 'iade talebinizi aldık',
    title: 'İade talebinizi aldık',
    blocks: [
      paragraph(
        `${facts.shownId} numaralı siparişinizden aşağıdaki ürünler için bildiriminizi aldık. İade kodunuz: ${facts.code}`,
      ),
      ...(facts.atTheDoor ? [paragraph(facts.atTheDoor)] : []),
      ...whatFollows(facts),
    ],
  }),
  APPROVED: (facts: StepFacts): Words => ({
    subject: `${facts.what === 'iade' ? 'iadeniz' : 'değişiminiz'} onaylandı`,
    title: facts.atTheDoor || facts.unsent ? 'İadeniz onaylandı' : 'Paketinizi gönderebilirsiniz',
    blocks: [
      paragraph(
        `${facts.shownId} numaralı siparişinizden ${facts.what === 'iade' ? 'iadeniz' : 'değişiminiz'} onaylandı.`,
      ),
      ...(facts.atTheDoor ? [paragraph(facts.atTheDoor)] : []),
      ...(facts.atTheDoor && !facts.unsent ? [paragraph('Teslim aldığınız ürünleri şöyle gönderin:')] : []),
      ...(facts.unsent ? moneyBack(facts) : howToSend(facts)),
    ],
  }),
  REFUSED: ({ shownId, refusal }: StepFacts): Words => ({
    subject: 'iade talebiniz kabul edilmedi',
    title: 'İade talebiniz kabul edilmedi',
    blocks: [
      paragraph(`${shownId} numaralı siparişinizden aşağıdaki ürünlerin iadesini kabul edemedik.`),
      paragraph(`Nedeni: ${refusal}`),
    ],
  }),
  ON_ITS_WAY: (): Words => ({
    subject: 'iade paketiniz yolda',
    title: 'İade paketiniz yolda',
    blocks: [paragraph('Paketi kargoya verdiğinizi not ettik. Bize ulaşınca haber vereceğiz.')],
  }),
  RECEIVED: ({ unsent, unpaid, missing = [] }: StepFacts): Words => ({
    subject: unsent ? 'iade ettiğiniz ürünler bizde kaldı' : 'iade paketiniz bize ulaştı',
    title: unsent ? 'İade ettiğiniz ürünler bizde kaldı' : 'Paketiniz bize ulaştı',
    blocks: [
      paragraph(
        unsent && unpaid
          ? 'Ürünleri size göndermeyeceğiz. Kapıda siparişin tamamını ödersiniz, iade ettiklerinizin bedelini geri öderiz.'
          : `${unsent ? 'Ürünleri size göndermedik.' : 'Ürünleri kontrol ettik.'} ${unpaid ? 'Kapıda ödeme yaptıysanız bunların bedelini' : 'Ödemenizi'}, bildiriminizden sonra en geç ${refundDays} gün içinde iade edeceğiz.`,
      ),
      ...(missing.length > 0
        ? [
            paragraph(
              `Paketinizden çıkmayanlar iadenize sayılmadı: ${missing.join('; ')}. Gönderdiyseniz bu e-postayı yanıtlayın; hâlâ sizdeyse yeniden iade isteyebilirsiniz.`,
            ),
          ]
        : []),
    ],
  }),
  BY_HAND: ({ amountKurus, creditKurus, giftKurus = 0, isGuest }: StepFacts): Words => ({
    subject: 'iadeniz için IBAN’ınız gerekiyor',
    title: 'İadenizi hesabınıza göndereceğiz',
    blocks: [
      paragraph(`${formatKurus(amountKurus - creditKurus)} tutarındaki iadenizi banka hesabınıza havale edeceğiz.`),
      ...(giftKurus > 0 ? [paragraph(`${formatKurus(giftKurus)} kullandığınız hediye kartına geri yüklendi.`)] : []),
      ...(creditKurus > giftKurus
        ? [paragraph(`Kalan ${formatKurus(creditKurus - giftKurus)} mağaza krediniz olarak hesabınıza eklendi.`)]
        : []),
      paragraph(
        `Bunun için ${isGuest ? '' : 'hesabınızdaki “Siparişlerim” sekmesinde '}siparişinizi açıp IBAN’ınızı yazın.`,
      ),
    ],
  }),
  CANCELLED: ({ shownId }: StepFacts): Words => ({
    subject: 'iadenizi geri aldınız',
    title: 'İadenizi geri aldınız',
    blocks: [paragraph(`${shownId} numaralı siparişinizdeki iade talebini isteğiniz üzerine kapattık.`)],
  }),
  REMINDER: (facts: StepFacts): Words => ({
    subject: `${facts.what} paketinizi bekliyoruz`,
    title: 'Paketinizi bekliyoruz',
    blocks: [
      paragraph('Onaylanan paketiniz henüz yola çıkmadı. Gönderdiyseniz bu e-postayı dikkate almayın.'),
      ...howToSend(facts),
      paragraph(
        `Vazgeçtiyseniz isteğinizi ${facts.isGuest ? 'sipariş sayfanızdan' : 'hesabınızdan'} geri alabilirsiniz.`,
      ),
    ],
  }),
  /** An exchange that became a return. */
  TURNED: ({ shownId, code }: StepFacts): Words => ({
    subject: 'değişiminiz iadeye çevrildi',
    title: 'Değişiminiz iadeye çevrildi',
    blocks: [
      paragraph(`${shownId} numaralı siparişinizdeki değişim, aynı kodla iade olarak sürüyor: ${code}`),
      paragraph('Değişim için bir fark ödediyseniz ödediğiniz yolla iade edilir.'),
    ],
  }),
}

function whatFollows(facts: StepFacts): Block[] {
  if (facts.unsent) return moneyBack(facts)
  return [
    paragraph(
      facts.undelivered
        ? 'Teslim aldığınız ürünleri nasıl göndereceğinizi ayrıca yazacağız; o zamana kadar paket göndermeyin.'
        : 'Talebinize bakıp nasıl göndereceğinizi size yazacağız; o zamana kadar paketi göndermeyin.',
    ),
  ]
}

/** For pieces that never left: she has nothing more to do, and reads only when her money comes back. */
function moneyBack({ amountKurus, refundDueAt, unpaid }: StepFacts): Block[] {
  return amountKurus > 0 && !unpaid
    ? [paragraph(`Ödemenizi en geç ${formatDate(refundDueAt)} günü iade edeceğiz.`)]
    : []
}

function howToSend({ code, wayBack, address, deadline, undelivered, what }: StepFacts): Block[] {
  const until = undelivered
    ? `teslim aldığınız günden sonra ${handOverDays} gün içinde`
    : `${formatDate(deadline)} gününe kadar`
  return [
    paragraph(`${what === 'iade' ? 'İade' : 'Değişim'} kodunuz: ${code}`),
    paragraph(wayBack),
    ...(address ? [paragraph(`Gönderim adresi: ${address}`)] : []),
    paragraph(`Lütfen paketi ${until} kargoya verin.`),
  ]
}

/** To the shop, when somebody asks for a return. */
export function newReturnMail(brand: Brand, facts: ReturnFacts & { fullName: string; note: string }): Mail {
  const { exchange } = facts
  const [what, wants] = exchange ? ['değişim', 'değiştirmek'] : ['iade', 'iade etmek']
  return mailOf(brand, {
    kind: 'return-notice',
    subject: `${facts.unsent ? 'Kargoya vermeyin, yeni' : 'Yeni'} ${what} talebi: ${facts.code} (${facts.shownId})`,
    title: `Yeni ${what} talebi`,
    blocks: [
      paragraph(`${facts.fullName}, ${facts.shownId} numaralı siparişinden aşağıdaki ürünleri ${wants} istiyor.`),
      ...whereItIs(facts),
      itemTable(
        brand,
        facts.items,
        exchange ? [] : [...returnLines(facts.beyond), ['Tutar', formatKurus(facts.amountKurus)]],
      ),
      ...(exchange
        ? [
            paragraph('Yerine istenenler:'),
            itemTable(brand, exchange.items, [['Fark', signed(exchange.differenceKurus)]]),
          ]
        : []),
      ...(facts.note ? [paragraph(`Açıklaması: ${facts.note}`)] : []),
      button(exchange ? 'Değişime bak' : 'İadeye bak', `${brand.publicUrl}/admin/siparisler/iadeler?q=${facts.code}`),
    ],
    reason: 'Bu e-postayı mağazanın iletişim adresi olarak alıyorsunuz.',
  })
}

function whereItIs({ unsent, unpaid, undelivered }: ReturnFacts): Block[] {
  if (unsent) {
    const action = unpaid ? 'Bizde kaldı' : 'Bizde kaldı, parayı iade et'
    const how = `Aşağıdaki ürünleri kargoya vermeyin; panelde iadeyi açıp “${action}” deyin.`
    return [paragraph(`Sipariş henüz yola çıkmadı. ${how}`)]
  }
  if (!undelivered) return []
  return [paragraph('Sipariş henüz teslim edilmedi: müşteri paketi teslim almayabilir, o zaman paket size geri döner.')]
}

function signed(kurus: number): string {
  return kurus < 0 ? `${formatKurus(-kurus)} iade edilecek` : kurus > 0 ? `${formatKurus(kurus)} ödenecek` : 'Yok'
}
