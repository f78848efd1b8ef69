import { Button } from '#app/ui/button.tsx'
import { keepGuest } from './session.ts'

type AsGuestProps = { email: string; error: string | undefined; onOther: () => void }

/** Her address is the one that she proved; another one needs another code. */
export function AsGuest({ email, error, onOther }: AsGuestProps) {
  function other() {
    keepGuest(undefined)
    onOther()
  }
  return (
    <div className="grid gap-1 text-sm">
      <div className="flex items-center justify-between gap-4">
        <p className="wrap-anywhere min-w-0">
          <span className="text-muted">Üye olmadan devam ediyorsunuz:</span> {email}
        </p>
        <Button look="quiet" size="small" onClick={other} className="-mr-2 shrink-0">
          Değiştir<span className="sr-only">: e-posta adresi</span>
        </Button>
      </div>
      {error && (
        <p role="alert" className="text-bad">
          {error}
        </p>
      )}
    </div>
  )
}
