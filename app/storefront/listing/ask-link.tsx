import type { MouseEvent, ReactNode } from 'react'
import { Link, useLocation } from 'react-router'

type AskLinkProps = {
  to: string
  current?: boolean
  className?: string
  onClick?: (event: MouseEvent) => void
  children: ReactNode
}

/** Leads to the same listing asked for otherwise, in its place in the history and on the screen. */
export function AskLink({ to, current, className, onClick, children }: AskLinkProps) {
  const { state } = useLocation()
  return (
    <Link
      to={to}
      state={state}
      replace
      preventScrollReset
      aria-current={current ? 'true' : undefined}
      onClick={onClick}
      className={className}
    >
      {children}
    </Link>
  )
}
