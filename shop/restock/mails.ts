import { type Brand, button, type Mail, mailOf, paragraph, smallPrint } from '../mail/layout.ts'
import { formatMoment } from '../time.ts'

type Wanted = { name: string; size: string; color: string | null; page: string }

function called({ name, size, color }: Omit<Wanted, 'page'>): string {
  return `${name} (${color ? `${color}, ` : ''}${size} beden)`
}

/** To the address of a guest who wants to wait: the link that puts her in line. */
export function waitingMail(brand: Brand, wanted: Wanted): Mail {
  return mailOf(brand, {
    kind: 'restock-confirm',
    subject: `${brand.shopName}: sıraya girmek için onaylayın`,
    title: 'Sıraya girmek için onaylayın',
    blocks: [
      paragraph('Merhaba,'),
      paragraph(
        `${called(wanted)} geldiğinde size haber vermemizi istediniz. Adresin sizin olduğunu onaylayın; sıranız istediğiniz andan itibaren sayılır.`,
      ),
      button('Sıraya Gir', wanted.page),
      smallPrint(
        'Bağlantı 24 saat geçerlidir. Siz istemediyseniz bir şey yapmanıza gerek yok; size başka e-posta gelmez.',
      ),
    ],
    reason: `Bu e-posta, ${brand.shopName} mağazasında bu adresle “gelince haber ver” dendiği için gönderildi.`,
  })
}

type Kept = Wanted & { until: Date; keepMinutes: number }

/** To a shopper whose turn it is, once. It holds no offers: she agreed to this notice and to nothing else. */
export function restockMail(brand: Brand, piece: Kept): Mail {
  return mailOf(brand, {
    kind: 'restock',
    subject: `${brand.shopName}: beklediğiniz beden geldi, sizin için ayırdık`,
    title: 'Beklediğiniz beden geldi, sıra sizde',
    blocks: [
      paragraph('Merhaba,'),
      paragraph(
        `${called(piece)} yeniden geldi. Bir adedini ${formatMoment(piece.until)} tarihine kadar sizin için ayırdık.`,
      ),
      button('Ayrılan Ürünü Aç', piece.page),
      smallPrint(
        `Bu süre içinde açarsanız ${piece.keepMinutes} dakika yeniden başlar; sonra ürün sıradaki kişiye geçer.`,
      ),
      smallPrint(
        'E-postayı geç mi gördünüz? Bağlantıyı yine açın: sıranıza bir kez geri dönebilirsiniz. Artık istemiyorsanız aynı sayfadan sıradan çıkabilirsiniz.',
      ),
    ],
    reason: `Bu e-posta, ${brand.shopName} mağazasında bu ürün için “gelince haber ver” dediğiniz için bir kez gönderildi.`,
  })
}
