import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { seconds } from '#shop/time.ts'

type Tone = 'good' | 'bad' | 'plain'

const looks: Record<Tone, string> = {
  good: 'border-good [&>svg]:text-good',
  bad: 'border-bad [&>svg]:text-bad',
  plain: 'border-ink',
}

const marks: Record<Tone, string> = {
  good: 'm5 12.5 4.5 4.5L19 7.5',
  bad: 'M12 6v7.5m0 3v1.5',
  plain: 'M12 6v1.5m0 3V18',
}

/** A sentence that must be noticed, by eye and by ear. */
export function Notice({ tone, children, className = '' }: { tone: Tone; children: ReactNode; className?: string }) {
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={`flex gap-3 border-l-2 bg-paper px-3 py-2.5 text-sm ${looks[tone]} ${className}`}
    >
      <svg
        viewBox="0 0 24 24"
        width="18"
        height="18"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        aria-hidden="true"
        className="mt-px shrink-0"
      >
        <path d={marks[tone]} />
      </svg>
      <div className="min-w-0">{children}</div>
    </div>
  )
}

/** A notice that goes after five seconds; what it says stays readable elsewhere, such as at the field. */
export function useTimedNotice(): [string | undefined, (text: string | undefined) => void] {
  const [notice, setNotice] = useState<{ text: string } | undefined>()
  useEffect(() => {
    if (!notice) return
    const gone = setTimeout(() => setNotice(undefined), seconds(5))
    return () => clearTimeout(gone)
  }, [notice])
  const show = useCallback((text: string | undefined) => setNotice(text === undefined ? undefined : { text }), [])
  return [notice?.text, show]
}
