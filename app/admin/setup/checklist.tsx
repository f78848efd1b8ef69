import { Link } from 'react-router'
import type { WireSetup } from '#api/wire/setup.ts'
import { Icon } from '#app/ui/icon.tsx'

type Step = WireSetup['steps'][number]

export const stepPath = (id: Step['id']) => `/admin/kurulum?adim=${id}`

/** The steps of a new shop: which are done, and what the others ask for. */
export function Checklist({ steps, others }: Pick<WireSetup, 'steps' | 'others'>) {
  const next = steps.find(({ state }) => state === 'todo')?.id
  return (
    <>
      <ol className="border-line border-t">
        {steps.map((step, index) => (
          <Row key={step.id} step={step} number={index + 1} isNext={step.id === next} />
        ))}
      </ol>
      {others.length > 0 && <Others others={others} />}
    </>
  )
}

function Row({
  step: { id, title, state, text, fixed },
  number,
  isNext,
}: {
  step: Step
  number: number
  isNext: boolean
}) {
  const done = state === 'done'
  const mark = done
    ? 'border-good bg-good text-white'
    : isNext
      ? 'border-nar bg-nar text-white'
      : 'border-edge text-muted'
  return (
    <li className="border-line border-b">
      <Link to={stepPath(id)} className="group flex items-start gap-3 py-3" aria-current={isNext ? 'step' : undefined}>
        <span
          className={`mt-0.5 grid size-7 shrink-0 place-items-center rounded-full border text-sm tabular-nums ${mark}`}
          aria-hidden="true"
        >
          {done ? <Icon name="check" size={16} /> : number}
        </span>
        <span className="min-w-0 flex-1">
          <span className="font-medium group-hover:underline">{title}</span>
          {state === 'advice' ? (
            <span className="text-muted text-sm"> · isteğe bağlı</span>
          ) : (
            <span className="sr-only">{done ? ', tamam' : ', yapılacak'}</span>
          )}
          <span className="block break-words text-muted text-sm">
            {fixed && done ? `${text} Sunucu ayarlarında belirlenmiş.` : text}
          </span>
        </span>
        <span className="mt-1 shrink-0 text-muted">
          <Icon name="next" size={18} />
        </span>
      </Link>
    </li>
  )
}

/** Tasks with a place of their own in the panel that keep the shop from opening too. */
function Others({ others }: Pick<WireSetup, 'others'>) {
  return (
    <section aria-labelledby="setup-others" className="mt-6">
      <h2 id="setup-others" className="mb-1 text-muted text-sm">
        Ayrıca
      </h2>
      <ul className="border-line border-t">
        {others.map(({ id, title, text, link }) => (
          <li key={id} className="border-line border-b py-3">
            <p className="font-medium">{title}</p>
            <p className="break-words text-muted text-sm">{text}</p>
            {link && (
              <Link to={link} className="flex min-h-11 items-center text-sm underline underline-offset-4">
                Düzenle<span className="sr-only">: {title}</span>
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
