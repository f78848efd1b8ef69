import { useEffect, useRef } from 'react'

/** Takes the focus to the field that the address names by its label, once its section is drawn. */
export function FieldPlace({ label }: { label: string }) {
  const here = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (!label) return
    const section = here.current?.parentElement
    const named = [...(section?.querySelectorAll<HTMLElement>('label, legend, h3') ?? [])].find((one) =>
      one.textContent.trim().startsWith(label),
    )
    if (!named) return
    named.scrollIntoView({ block: 'center' })
    if (named instanceof HTMLLabelElement) named.control?.focus({ preventScroll: true })
  }, [label])
  return <span ref={here} hidden />
}
