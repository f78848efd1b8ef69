import type { ComponentProps } from 'react'

export type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'danger'

const looks: Record<ButtonLook, string> = {
  primary: 'px-6 bg-nar text-white hover:bg-nar-deep disabled:bg-muted',
  secondary:
    'px-6 border border-ink bg-transparent text-ink hover:bg-ink hover:text-white disabled:border-muted disabled:text-muted disabled:hover:bg-transparent',
  quiet: 'px-2 text-ink underline decoration-line underline-offset-4 hover:decoration-ink disabled:text-muted',
  danger:
    'px-6 border border-bad bg-transparent text-bad hover:bg-bad hover:text-white disabled:border-muted disabled:text-muted',
}

type ButtonSize = 'normal' | 'small'

/** The look of a button, for links that are drawn as one. */
export function buttonClass(look: ButtonLook = 'primary', className = '', size: ButtonSize = 'normal'): string {
  return `inline-flex min-h-11 cursor-pointer items-center justify-center gap-2 rounded-xs py-2 text-center font-semibold ${size === 'small' ? 'text-sm' : 'text-base'} transition-colors disabled:cursor-not-allowed ${looks[look]} ${className}`
}

export function Button({
  look = 'primary',
  size,
  className = '',
  type = 'button',
  ...props
}: ComponentProps<'button'> & { look?: ButtonLook; size?: ButtonSize }) {
  return <button type={type} className={buttonClass(look, className, size)} {...props} />
}
