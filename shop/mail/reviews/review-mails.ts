import { escapeHtml } from '../../markup.ts'
import {
  type Block,
  type Brand,
  button,
  greeting,
  line,
  type Mail,
  mailOf,
  muted,
  paragraph,
  smallPrint,
} from '../layout.ts'
import { linkMark } from '../link-marks.ts'

type Piece = { name: string; color: string; size: string; imageUrl?: string }

/** The order that the mail is about; a guest's link to it is written when the mail is sent. */
type Whose = { orderId: string; shownId: string; firstName: string; isGuest: boolean }

/**
 * To the buyer, once, some days after the delivery: what does she think of what she bought? A message about her order, so nothing in it
 * praises or offers anything (docs/reviews.md).
 */
export function reviewRequestMail(brand: Brand, order: Whose & { pieces: Piece[] }): Mail {
  return mailOf(brand, {
    kind: 'review-request',
    subject: `${brand.shopName}: aldıklarınız hakkında ne düşünüyorsunuz? (${order.shownId})`,
    title: 'Aldıklarınız hakkında ne düşünüyorsunuz?',
    blocks: [
      greeting(order.firstName),
      paragraph(
        `${order.shownId} numaralı siparişiniz size ulaştı. Beğendiğinizi de beğenmediğinizi de yazabilirsiniz; kalıbı ve bedeni anlatmanız, seçim yapmaya çalışan başkalarına yol gösterir.`,
      ),
      pieceList(order.pieces),
      ...whereToWrite(brand, order, 'Yorum yaz'),
      smallPrint(
        'Yorumlar olumlu olumsuz ayrımı yapılmadan, yalnızca ilk adınız ve soyadınızın baş harfiyle yayınlanır. Yazmak zorunda değilsiniz; bu siparişiniz için bunu bir daha sormayacağız.',
      ),
    ],
    reason: reasonOf(brand),
  })
}

/** To its author, when the shop does not publish her review, or takes it down. */
export function reviewRefusedMail(brand: Brand, review: Whose & { productName: string; reason: string }): Mail {
  return mailOf(brand, {
    kind: 'review-refused',
    subject: `${brand.shopName}: yorumunuz yayınlanmadı (${review.shownId})`,
    title: 'Yorumunuz yayınlanmadı',
    blocks: [
      greeting(review.firstName),
      paragraph(`“${review.productName}” için yazdığınız yorumu yayınlamadık.`),
      paragraph(`Nedeni: ${review.reason}`),
      paragraph(
        'Yorumunuzu değiştirip yeniden gönderebilirsiniz. Bir yanlışlık olduğunu düşünüyorsanız bu e-postayı yanıtlayın.',
      ),
      ...whereToWrite(brand, review, 'Yorumumu aç'),
    ],
    reason: reasonOf(brand),
  })
}

/** The page of her reviews. What follows the # is sent to no server and to no other site. */
function whereToWrite(brand: Brand, { orderId, isGuest }: Whose, label: string): Block[] {
  const page = `${brand.publicUrl}/siparis-takip#`
  if (!isGuest) return [button(label, `${page}yorum=${orderId}`)]
  return [
    button(label, `${page}token=${linkMark}&yorum=${orderId}`),
    smallPrint('Bu bağlantı şifre gibidir: onu bilen siparişinizi görebilir; kimseyle paylaşmayın.'),
  ]
}

function pieceList(pieces: Piece[]): Block {
  const row = ({ name, color, size, imageUrl }: Piece) => `<tr>
<td width="56" style="padding:8px 0;border-bottom:1px solid ${line}">${imageUrl ? `<img src="${escapeHtml(imageUrl)}" width="48" height="60" alt="" style="display:block;width:48px;height:60px;object-fit:cover;border:0">` : ''}</td>
<td style="padding:8px 0;border-bottom:1px solid ${line}">${escapeHtml(name)}<br><span style="font-size:14px;color:${muted}">${escapeHtml(`${color}, ${size}`)}</span></td>
</tr>`
  return {
    html: `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;border-top:1px solid ${line}">${pieces.map(row).join('\n')}</table>`,
    text: pieces.map(({ name, color, size }) => `- ${name} (${color}, ${size})`).join('\n'),
  }
}

function reasonOf(brand: Brand): string {
  return `Bu e-posta size ${brand.shopName} mağazasından verdiğiniz siparişle ilgili olarak gönderildi; reklam içermez.`
}
