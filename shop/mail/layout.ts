import type { Deps } from '../ctx.ts'
import { escapeHtml } from '../markup.ts'
import { demoBrand } from '../settings/demo-brand.ts'
import { type Logo, logoUrl } from '../settings/face/logo.ts'
import { branchId } from './branch.ts'

/** A mail's subject and bodies, ready for the outbox. */
export type Mail = { kind: string; subject: string; html: string; text: string }

export type Brand = Pick<Deps['config'], 'shopName' | 'shopEmail' | 'instagramUrl' | 'publicUrl'> & {
  accent?: string
  logo?: Logo
}

/** A part of a mail in both bodies. */
export type Block = { html: string; text: string }

export const ink = '#1F1A17'
export const muted = '#6B625B'
export const line = '#E7DFD6'
export const paper = '#FBF8F4'
export const surface = '#FFFFFF'
export const nar = '#A8321C'
export const sans = "'Source Sans 3','Helvetica Neue',Helvetica,Arial,sans-serif"
export const serif = "'Source Serif 4',Georgia,'Times New Roman',serif"

/** Keeps the lines of what people wrote: a greeting, why, how to send a parcel. */
export function paragraph(text: string): Block {
  return { html: `<p style="margin:0 0 16px">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`, text }
}

export function smallPrint(text: string): Block {
  return { html: `<p style="margin:0 0 16px;font-size:14px;color:${muted}">${escapeHtml(text)}</p>`, text }
}

/** A button; its address is written out too, for mail programs that show no buttons. */
export function button(label: string, url: string): Block {
  const href = escapeHtml(url)
  return {
    html: `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 24px"><tr>
<td style="background:${nar};border-radius:2px"><a href="${href}" style="display:inline-block;padding:14px 28px;font-family:${sans};font-size:16px;font-weight:600;color:${surface};text-decoration:none">${escapeHtml(label)}</a></td>
</tr></table>
<p style="margin:0 0 16px;font-size:14px;color:${muted}">Düğme çalışmazsa bu adresi tarayıcınıza yapıştırın:<br><a href="${href}" style="color:${muted};word-break:break-all">${href}</a></p>`,
    text: `${label}:\n${url}`,
  }
}

/** 'Merhaba Ayşe,', but only for text that looks like a name: nobody may send text to others through the shop's mails. */
export function greeting(firstName: string): Block {
  return paragraph(/^\p{L}[\p{L}\p{M}'’ -]{0,39}$/u.test(firstName) ? `Merhaba ${firstName},` : 'Merhaba,')
}

/** A mail in the shop's look, as HTML and as text, from the same blocks. */
export function mailOf(
  brand: Brand,
  content: { kind: string; subject: string; title: string; blocks: Block[]; reason: string },
): Mail {
  return {
    kind: content.kind,
    subject: content.subject,
    // Its blocks are written before the brand is known.
    html: brand.accent ? htmlOf(brand, content).replaceAll(nar, brand.accent) : htmlOf(brand, content),
    text: textOf(brand, content),
  }
}

type Content = { subject: string; title: string; blocks: Block[]; reason: string }

function htmlOf(brand: Brand, { subject, title, blocks, reason }: Content): string {
  const email = escapeHtml(brand.shopEmail)
  const instagram =
    brand.instagramUrl && ` · <a href="${escapeHtml(brand.instagramUrl)}" style="color:${muted}">Instagram</a>`
  const branch =
    brand.shopName === demoBrand
      ? `<img src="cid:${branchId}" width="120" height="48" alt="" style="display:block;width:120px;height:48px;margin:0 auto 12px;border:0">\n`
      : ''
  return `<!doctype html>
<html lang="tr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:0;background:${paper};color:${ink}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${paper}"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td align="center" style="padding:0 0 24px"><a href="${escapeHtml(brand.publicUrl)}" style="font-family:${serif};font-size:28px;color:${ink};text-decoration:none">${nameOf(brand)}</a></td></tr>
<tr><td style="background:${surface};border:1px solid ${line};border-radius:12px;padding:32px 20px;word-break:break-word;font-family:${sans};font-size:16px;line-height:1.55;color:${ink}">
<h1 style="margin:0 0 16px;font-family:${serif};font-size:22px;line-height:1.3;font-weight:600">${escapeHtml(title)}</h1>
${blocks.map((block) => block.html).join('\n')}
</td></tr>
<tr><td align="center" style="padding:24px 8px 0;font-family:${sans};font-size:14px;line-height:1.5;color:${muted}">
${branch}${escapeHtml(reason)}<br>
Yardım için: <a href="mailto:${email}" style="color:${muted}">${email}</a>${instagram}
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
}

/** The logo where there is one; programs that show no pictures show the name. */
function nameOf({ shopName, publicUrl, logo }: Brand): string {
  const shop = escapeHtml(shopName)
  if (!logo) return shop
  const scale = Math.min(1, 220 / logo.width, 72 / logo.height)
  const [width, height] = [Math.round(logo.width * scale), Math.round(logo.height * scale)]
  return `<img src="${escapeHtml(publicUrl + logoUrl(logo, 'logo.png'))}" width="${width}" height="${height}" alt="${shop}" style="display:block;margin:0 auto;border:0">`
}

function textOf(brand: Brand, { title, blocks, reason }: Content): string {
  const body = [title, ...blocks.map((block) => block.text)].join('\n\n')
  return `${body}\n\n-- \n${brand.shopName}\n${reason}\nYardım için: ${brand.shopEmail}\n`
}
