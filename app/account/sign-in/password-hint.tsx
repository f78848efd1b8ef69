import { strengthOf } from './password-strength.ts'

const colors = ['bg-line', 'bg-bad', 'bg-edge', 'bg-good', 'bg-good']

/** Under a new password: what it needs, and how strong it is as it grows. */
export function PasswordHint({ password, children }: { password: string; children: string }) {
  const { score, label } = strengthOf(password)
  return (
    <>
      {password !== '' && (
        <span className="mb-1 flex items-center gap-3">
          <span aria-hidden="true" className="flex w-32 gap-1">
            {[1, 2, 3, 4].map((n) => (
              <span key={n} className={`h-1 grow rounded-xs ${n <= score ? colors[score] : 'bg-line'}`} />
            ))}
          </span>
          <span aria-live="polite" className="text-ink">
            <span className="sr-only">Şifre gücü: </span>
            {label}
          </span>
        </span>
      )}
      {children}
    </>
  )
}
