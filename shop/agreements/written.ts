import { escapeHtml } from '../markup.ts'
import { type Block, numbered, type TextPart } from '../texts/text.ts'

/** Converts a text to plain words, which are hashed and stored. */
export function plainText(parts: TextPart[]): string {
  const sections = parts.map(({ title, blocks }) => [title, ...blocks.map(plainBlock)].join('\n\n'))
  return `${sections.join('\n\n\n')}\n`
}

function plainBlock(block: Block): string {
  if ('p' in block) return block.p
  if ('facts' in block) return block.facts.map(({ label, value }) => `${label}: ${value}`).join('\n')
  if ('steps' in block) return numbered(block).join('\n')
  return block.list.map((item) => `- ${item}`).join('\n')
}

/** Converts a text to unstyled HTML for a page's body. */
export function htmlText(parts: TextPart[]): string {
  return parts
    .map(({ title, blocks, sub }) => {
      const level = sub ? 'h3' : 'h2'
      return [`<${level}>${escapeHtml(title)}</${level}>`, ...blocks.map(htmlBlock)].join('\n')
    })
    .join('\n')
}

function htmlBlock(block: Block): string {
  if ('p' in block) return `<p>${escapeHtml(block.p)}</p>`
  if ('facts' in block) {
    const rows = block.facts.map(
      ({ label, value }) => `<tr><th scope="row">${escapeHtml(label)}</th><td>${escapeHtml(value)}</td></tr>`,
    )
    return `<table>\n${rows.join('\n')}\n</table>`
  }
  const lines = (items: string[]) => items.map((item) => `<li>${escapeHtml(item)}</li>`).join('\n')
  if ('list' in block) return `<ul>\n${lines(block.list)}\n</ul>`
  return `<ol${block.from === undefined ? '' : ` start="${block.from}"`}>\n${lines(block.steps)}\n</ol>`
}

export type WrittenContract = {
  title: string
  version: string
  sha256: string
  acceptedAt: Date
  revision: number
  parts: TextPart[]
}

/** Makes one self-contained page with the contracts and their proofs. */
export function htmlDocument(heading: string, contracts: WrittenContract[], proof: (c: WrittenContract) => string) {
  const body = contracts.map(
    (contract) =>
      `<article>\n${htmlText(contract.parts)}\n<p class="proof">${escapeHtml(proof(contract))}</p>\n</article>`,
  )
  return `<!doctype html>
<html lang="tr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(heading)}</title>
<style>
body{max-width:44rem;margin:0 auto;padding:2rem 1rem;font:16px/1.6 'Source Sans 3',Arial,sans-serif;color:#1F1A17;background:#fff}
h2{font-size:22px;line-height:1.3;margin:2.5rem 0 1rem}h3{font-size:18px;margin:2rem 0 .5rem;break-after:avoid}
table{width:100%;border-collapse:collapse;margin:1rem 0}th,td{padding:.5rem 1rem .5rem 0;border-top:1px solid #E7DFD6;text-align:left;vertical-align:top}
th{width:34%;font-weight:400;color:#6B625B}.proof{margin-top:2rem;border-top:1px solid #1F1A17;padding-top:.5rem;font-size:14px;color:#6B625B;overflow-wrap:anywhere}
article+article{break-before:page}
</style>
</head>
<body>
<h1>${escapeHtml(heading)}</h1>
${body.join('\n')}
</body>
</html>
`
}
