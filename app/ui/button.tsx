import type { ComponentProps } from 'react'

export type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'danger'

const looks: Record<ButtonLook, string> = {
  primary: 'bg-nar text-white hover:bg-nar-deep disabled:bg-muted',
  secondary:
    'border border-ink bg-transparent text-ink hover:bg-ink hover:text-white disabled:border-muted disabled:text-muted disabled:hover:bg-transparent',
  quiet: 'px-2! text-ink underline decoration-line underline-offset-4 hover:decoration-ink disabled:text-muted',
  danger:
    'border border-bad bg-transparent text-bad hover:bg-bad hover:text-white disabled:border-muted disabled:text-muted',
}

/** The look of a button, for links that are drawn as one. */
export function buttonClass(look: ButtonLook = 'primary', className = ''): string {
  return `inline-flex min-h-11 cursor-pointer items-center justify-center gap-2 rounded-xs px-6 py-2 text-center font-semibold text-base transition-colors disabled:cursor-not-allowed ${looks[look]} ${className}`
}

export function Button({
  look = 'primary',
  className = '',
  type = 'button',
  ...props
}: ComponentProps<'button'> & { look?: ButtonLook }) {
  return <button type={type} className={buttonClass(look, className)} {...props} />
}
