import type { Block, TextPart } from '#shop/texts/text.ts'
import { slugify } from '#shop/turkish.ts'
import { useShop } from '../../frame/use-shop.ts'

/** A text of the shop as a page, a panel or paper shows it. */
export function InfoText({ parts }: { parts: TextPart[] }) {
  return parts.map(({ title, blocks, sub }) => (
    <section key={title} id={slugify(title)} className={sub ? 'mt-8' : 'mt-12'}>
      {sub ? (
        <h3 className="break-after-avoid font-semibold text-lg">{title}</h3>
      ) : (
        <h2 className="break-after-avoid font-display text-xl md:text-2xl">{title}</h2>
      )}
      {blocks.map((block) => (
        <InfoBlock key={JSON.stringify(block).slice(0, 80)} block={block} />
      ))}
    </section>
  ))
}

function InfoBlock({ block }: { block: Block }) {
  if ('p' in block) {
    return (
      <p className="mt-4">
        <Words text={block.p} />
      </p>
    )
  }
  if ('facts' in block) {
    return (
      <dl className="wrap-anywhere mt-4 border-line border-t">
        {block.facts.map(({ label, value }) => (
          <div key={label} className="grid gap-x-6 border-line border-b py-3 sm:grid-cols-[11rem_minmax(0,1fr)]">
            <dt className="text-muted">{label}</dt>
            <dd>
              <Words text={value} />
            </dd>
          </div>
        ))}
      </dl>
    )
  }
  const List = 'steps' in block ? 'ol' : 'ul'
  return (
    <List
      {...('steps' in block && { start: block.from })}
      className={`mt-4 grid grid-cols-1 gap-2 pl-5 ${List === 'ol' ? 'list-decimal' : 'list-disc'} marker:text-muted`}
    >
      {('steps' in block ? block.steps : block.list).map((item) => (
        <li key={item} className="pl-1">
          <Words text={item} />
        </li>
      ))}
    </List>
  )
}

/** The shop's address can be written to wherever it stands. */
function Words({ text }: { text: string }) {
  const email = useShop()?.shop.email
  if (!email || !text.includes(email)) return <Whole text={text} />
  const [before = '', ...rest] = text.split(email)
  return (
    <>
      <Whole text={before} />
      <a href={`mailto:${email}`} className="underline underline-offset-4">
        {email}
      </a>
      <Whole text={rest.join(email)} />
    </>
  )
}

/** No line ends within 'e-posta': on a narrow phone some did. */
function Whole({ text }: { text: string }) {
  const at = text.search(/e-posta/i)
  if (at < 0) return text
  const end = at + 'e-posta'.length
  return (
    <>
      {text.slice(0, at)}
      <span className="whitespace-nowrap">{text.slice(at, end)}</span>
      <Whole text={text.slice(end)} />
    </>
  )
}
