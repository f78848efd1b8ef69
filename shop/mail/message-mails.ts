import {
  type Block,
  type Brand,
  button,
  escapeHtml,
  line,
  type Mail,
  mailOf,
  muted,
  paragraph,
  smallPrint,
} from './layout.ts'

/** To the shop's owner: what somebody wrote on the site. Answering the mail answers her. */
export function messageMail(
  brand: Brand,
  message: { kind: string; subject: string; facts: { label: string; value: string }[]; hasFile: boolean },
): Mail {
  return mailOf(brand, {
    kind: message.kind,
    subject: message.subject,
    title: message.subject,
    blocks: [
      factTable(message.facts),
      ...(message.hasFile
        ? [
            paragraph(
              'Dosyayı yönetim panelindeki mesajlardan indirebilirsiniz. Tanımadığınız dosyaları dikkatle açın.',
            ),
          ]
        : []),
      smallPrint('Bu e-postayı yanıtladığınızda yanıtınız gönderene ulaşır.'),
    ],
    reason: `Bu e-posta ${brand.shopName} mağazasındaki formdan gönderildi.`,
  })
}

export type Restocked = { name: string; slug: string; size: string; color: string }

/** To a shopper who asked for it, once. No offers: she agreed to this notice and to nothing else. */
export function restockMail(brand: Brand, product: Restocked): Mail {
  return mailOf(brand, {
    kind: 'restock',
    subject: `${brand.shopName}: beklediğiniz beden yeniden stokta`,
    title: 'Beklediğiniz beden yeniden stokta',
    blocks: [
      paragraph('Merhaba,'),
      paragraph(`${product.name} (${product.color}, ${product.size} beden) yeniden stoğumuza girdi.`),
      button('Ürüne Git', `${brand.publicUrl}/urun/${product.slug}`),
      smallPrint('Stok sınırlıdır ve ürün size ayrılmamıştır; siz bakana kadar tükenmiş olabilir.'),
    ],
    reason: `Bu e-posta, ${brand.shopName} mağazasında bu ürün için “gelince haber ver” dediğiniz için bir kez gönderildi.`,
  })
}

function factTable(facts: { label: string; value: string }[]): Block {
  const cell = `padding:10px 0;border-bottom:1px solid ${line};vertical-align:top`
  const rows = facts.map(
    ({ label, value }) => `<tr>
<td style="${cell};padding-right:16px;font-size:14px;color:${muted};white-space:nowrap">${escapeHtml(label)}</td>
<td style="${cell};word-break:break-word">${escapeHtml(value).replaceAll('\n', '<br>')}</td>
</tr>`,
  )
  return {
    html: `<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 24px;border-top:1px solid ${line};border-collapse:collapse">
${rows.join('\n')}
</table>`,
    text: facts.map(({ label, value }) => `${label}: ${value}`).join('\n'),
  }
}
