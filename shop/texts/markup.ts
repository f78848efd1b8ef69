import { type Block, numbered, type TextPart } from './text.ts'

/**
 * Converts a text to the owner's markup: `# title`, `## subtitle`, `- item of a list`, `1. step`, `Label :: fact`;
 * everything else is a paragraph, separated by a blank line.
 */
export function toMarkup(parts: TextPart[]): string {
  return parts
    .map(({ title, blocks, sub }) => [`${sub ? '##' : '#'} ${title}`, ...blocks.map(blockToMarkup)].join('\n\n'))
    .join('\n\n')
}

function blockToMarkup(block: Block): string {
  if ('p' in block) return block.p
  if ('facts' in block) return block.facts.map(({ label, value }) => `${label} :: ${value}`).join('\n')
  if ('steps' in block) return numbered(block).join('\n')
  return block.list.map((item) => `- ${item}`).join('\n')
}

/** Parses markup into the parts of a text; text before the first title becomes a part without a title. */
export function fromMarkup(markup: string): TextPart[] {
  const parts: TextPart[] = []
  for (const section of markup.split(/\n(?=##? )/)) {
    const [heading = '', ...lines] = section.split('\n')
    const [, marks = '', title = ''] = /^(##?) +(.*)/.exec(heading) ?? []
    const blocks = blocksOf(marks ? lines.join('\n') : section)
    if (!marks && blocks.length === 0) continue
    parts.push({ title: title.trim(), blocks, ...(marks === '##' ? { sub: true } : {}) })
  }
  return parts
}

/** The kinds of lines, by how they begin. */
const kinds = [
  { kind: 'list', shape: /^[-•*] +(.+)$/ },
  { kind: 'steps', shape: /^(\d{1,2})[.)] +(.+)$/ },
  { kind: 'facts', shape: /^(.{1,120}?) +:: *(.*)$/ },
] as const

function blocksOf(body: string): Block[] {
  return body.split(/\n\s*\n/).flatMap((group) => {
    const blocks: Block[] = []
    for (const line of group.split('\n').map((line) => line.trim())) {
      if (line !== '') addLine(blocks, line)
    }
    return blocks
  })
}

/** Adds a line to the block before it when both are of one kind. */
function addLine(blocks: Block[], line: string): void {
  const last = blocks.at(-1)
  const found = kinds.flatMap(({ kind, shape }) => {
    const match = shape.exec(line)
    return match ? [{ kind, words: match.slice(1) }] : []
  })[0]
  if (!found) {
    if (last && 'p' in last) last.p += ` ${line}`
    else blocks.push({ p: line })
    return
  }
  const [first = '', second = ''] = found.words
  if (found.kind === 'facts') {
    const fact = { label: first, value: second }
    if (last && 'facts' in last) last.facts.push(fact)
    else blocks.push({ facts: [fact] })
  } else if (found.kind === 'steps') {
    addStep(blocks, Number(first), second)
  } else if (last && 'list' in last) last.list.push(first)
  else blocks.push({ list: [first] })
}

/** Keeps the typed number, as articles of a contract have text between them. A list typed with 1 on each line is counted on. */
function addStep(blocks: Block[], number: number, step: string): void {
  const last = blocks.at(-1)
  const next = last && 'steps' in last ? (last.from ?? 1) + last.steps.length : undefined
  if (last && 'steps' in last && (number === next || number === 1)) last.steps.push(step)
  else blocks.push({ steps: [step], ...(number === 1 ? {} : { from: number }) })
}
