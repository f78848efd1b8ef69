import { escapeHtml } from '../markup.ts'
import { formatMoment } from '../time.ts'
import { type Block, type Brand, line, type Mail, mailOf, muted, paragraph, smallPrint } from './layout.ts'

/** To the shop's owner: a message from a form. A reply to the mail reaches its sender. */
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

/** To the sender of a message: the owner's answer, with the message quoted below if there is one. */
export function answerMail(
  brand: Brand,
  { subject, text, asked, askedAt }: { subject: string; text: string; asked?: string | undefined; askedAt: Date },
): Mail {
  return mailOf(brand, {
    kind: 'message-answer',
    subject,
    title: subject,
    blocks: [
      ...text.split(/\n{2,}/).map(paragraph),
      ...(asked ? [smallPrint(`${formatMoment(askedAt)} tarihinde bize yazdığınız:`), quotation(asked)] : []),
    ],
    reason: `Bu e-posta size ${brand.shopName} mağazasına yazdığınız mesajın yanıtı olarak gönderildi. Yanıtlarsanız yanıtınız bize ulaşır.`,
  })
}

/** To a customer: what the shop writes first, about her orders or what she asked. */
export function letterMail(brand: Brand, { subject, text }: { subject: string; text: string }): Mail {
  return mailOf(brand, {
    kind: 'letter',
    subject,
    title: subject,
    blocks: text.split(/\n{2,}/).map(paragraph),
    reason: `Bu e-posta size ${brand.shopName} mağazası tarafından yazıldı. Yanıtlarsanız yanıtınız bize ulaşır.`,
  })
}

function quotation(text: string): Block {
  return {
    html: `<blockquote style="margin:0;padding:0 0 0 16px;border-left:2px solid ${line};font-size:14px;color:${muted};word-break:break-word">${escapeHtml(text).replaceAll('\n', '<br>')}</blockquote>`,
    text: text
      .split('\n')
      .map((row) => `> ${row}`)
      .join('\n'),
  }
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
