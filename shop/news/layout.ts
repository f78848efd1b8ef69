import { ink, line, muted, nar, paper, sans, serif, surface } from '../mail/layout.ts'
import { escapeHtml } from '../markup.ts'
import { formatKurus } from '../money.ts'

/** A part of a newsletter, with all that it shows. Addresses are whole; prices in kuruş. */
export type NewsPart =
  | { kind: 'text'; heading: string; text: string }
  | { kind: 'picture'; src: string; alt: string; url: string }
  | { kind: 'products'; products: NewsProduct[] }
  | { kind: 'button'; label: string; url: string }

export type NewsProduct = {
  name: string
  url: string
  src: string | undefined
  priceKurus: number
  /** An earlier price in kuruş that may be shown struck through; null: none. */
  struckKurus: number | null
}

export type NewsMail = {
  shopName: string
  shopUrl: string
  subject: string
  preheader: string
  parts: NewsPart[]
  /** The lines that name the sender, which the law on commercial mails requires (docs/law.md). */
  sender: string[]
  /** Why she gets it. */
  reason: string
  /** Takes her consent back. */
  unsubscribePage: string
}

/** A mail with advertising as HTML; pictures are those of the shop, the same for everybody, so that nobody sees who looks. */
export function newsHtml(mail: NewsMail): string {
  const { shopName, shopUrl, subject, preheader, parts, sender, reason, unsubscribePage } = mail
  return `<!doctype html>
<html lang="tr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:0;background:${paper};color:${ink}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preheader)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${paper}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px">
<tr><td align="center" style="padding:0 0 20px"><a href="${escapeHtml(shopUrl)}" style="font-family:${serif};font-size:28px;color:${ink};text-decoration:none">${escapeHtml(shopName)}</a></td></tr>
<tr><td style="background:${surface};border:1px solid ${line};border-radius:12px;padding:28px 24px;font-family:${sans};font-size:16px;line-height:1.55;color:${ink}">
${parts.map(partHtml).join('\n')}
</td></tr>
<tr><td align="center" style="padding:24px 8px 0;font-family:${sans};font-size:13px;line-height:1.6;color:${muted}">
${escapeHtml(reason)}<br>
<a href="${escapeHtml(unsubscribePage)}" style="color:${ink}">${unsubscribeWords}</a><br><br>
${sender.map(escapeHtml).join('<br>\n')}
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
}

const unsubscribeWords = 'Bu e-postaları almak istemiyorum'

function partHtml(part: NewsPart): string {
  if (part.kind === 'text') return textHtml(part)
  if (part.kind === 'picture') return pictureHtml(part)
  if (part.kind === 'products') return productsHtml(part.products)
  return `<table role="presentation" align="center" cellpadding="0" cellspacing="0" style="margin:8px auto 24px"><tr>
<td style="background:${nar};border-radius:2px"><a href="${escapeHtml(part.url)}" style="display:inline-block;padding:14px 28px;font-family:${sans};font-size:16px;font-weight:600;color:${surface};text-decoration:none">${escapeHtml(part.label)}</a></td>
</tr></table>`
}

function textHtml({ heading, text }: { heading: string; text: string }): string {
  const head = heading
    ? `<h2 style="margin:0 0 12px;font-family:${serif};font-size:24px;line-height:1.3;font-weight:600">${escapeHtml(heading)}</h2>\n`
    : ''
  return (
    head +
    paragraphs(text)
      .map((words) => `<p style="margin:0 0 16px">${linesHtml(words)}</p>`)
      .join('\n')
  )
}

function paragraphs(text: string): string[] {
  return text
    .replaceAll('\r\n', '\n')
    .split(/\n{2,}/)
    .filter(Boolean)
}

function linesHtml(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>')
}

function pictureHtml({ src, alt, url }: { src: string; alt: string; url: string }): string {
  const picture = `<img src="${escapeHtml(src)}" width="550" alt="${escapeHtml(alt)}" style="display:block;width:100%;height:auto;border:0;border-radius:2px">`
  const linked = url ? `<a href="${escapeHtml(url)}">${picture}</a>` : picture
  return `<div style="margin:0 0 20px">${linked}</div>`
}

/** Two beside each other, as far as they go. */
function productsHtml(products: NewsProduct[]): string {
  const pairs = products.flatMap((product, index) => (index % 2 === 0 ? [[product, products[index + 1]]] : []))
  const rows = pairs.map((pair) => `<tr>${pair.map(productHtml).join('\n')}</tr>`)
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 8px;table-layout:fixed">${rows.join('\n')}</table>`
}

function productHtml(product: NewsProduct | undefined): string {
  if (!product) return '<td></td>'
  const { name, url, src, priceKurus, struckKurus } = product
  const href = escapeHtml(url)
  const picture = src
    ? `<a href="${href}"><img src="${escapeHtml(src)}" width="260" alt="" style="display:block;width:100%;height:auto;border:0;border-radius:2px"></a>`
    : ''
  const struck = struckKurus ? `<s style="color:${muted}">${formatKurus(struckKurus)}</s> ` : ''
  return `<td width="50%" valign="top" style="padding:0 6px 20px;font-size:15px;line-height:1.4">${picture}
<a href="${href}" style="display:block;margin-top:8px;color:${ink};text-decoration:none">${escapeHtml(name)}</a>
${struck}<strong>${formatKurus(priceKurus)}</strong></td>`
}

/** The same for mail programs that show no HTML. */
export function newsText({ shopName, parts, sender, reason, unsubscribePage }: NewsMail): string {
  const end = [reason, `${unsubscribeWords}:\n${unsubscribePage}`, sender.join('\n')].join('\n\n')
  return `${[shopName, ...parts.map(partText)].filter(Boolean).join('\n\n')}\n\n-- \n${end}\n`
}

function partText(part: NewsPart): string {
  if (part.kind === 'text') return [part.heading, part.text].filter(Boolean).join('\n\n')
  if (part.kind === 'button') return `${part.label}:\n${part.url}`
  if (part.kind === 'picture') return [part.alt, part.url].filter(Boolean).join(':\n')
  return part.products.map(({ name, url, priceKurus }) => `${name}, ${formatKurus(priceKurus)}\n${url}`).join('\n\n')
}
