/** Paragraphs, and lists where lines begin with a bullet, a dash or a star. */
export function Description({ text }: { text: string }) {
  return (
    <section aria-labelledby="urun-aciklamasi" className="mt-6 border-line border-t pt-6">
      <h2 id="urun-aciklamasi" className="font-semibold">
        Ürün Açıklaması
      </h2>
      <div className="mt-2 flex max-w-text flex-col gap-3 text-muted">
        {blocks(text).map((block) =>
          block.list ? (
            <ul key={block.key} className="flex list-disc flex-col gap-1 pl-5 marker:text-edge">
              {block.lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          ) : (
            <p key={block.key}>{block.lines.join(' ')}</p>
          ),
        )}
      </div>
    </section>
  )
}

type Block = { key: string; list: boolean; lines: string[] }

/** Neighbouring lines of the same kind belong together; an empty line parts paragraphs. */
function blocks(text: string): Block[] {
  const result: Block[] = []
  let parted = true
  for (const raw of text.split(/\r?\n/)) {
    const line = raw.trim()
    const bullet = /^[•*\-–—]\s*(.+)$/.exec(line)
    const last = result.at(-1)
    if (line === '') parted = true
    else if (last && last.list === Boolean(bullet) && !parted) last.lines.push(bullet?.[1] ?? line)
    else {
      result.push({ key: `${result.length} ${line}`, list: Boolean(bullet), lines: [bullet?.[1] ?? line] })
      parted = false
    }
  }
  return result
}
