import { useRef, useState } from 'react'
import type { WireSecondStep } from '#api/wire/second-step.ts'
import { api } from '#app/browser/api-client.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { useHeldFocus } from '#app/frame/use-held-focus.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { ListFailed } from '../list-states.tsx'
import { PartHeading } from './part.tsx'
import { Passkeys } from './passkeys.tsx'
import { NewCodes, RecoveryCodes } from './recovery-codes.tsx'
import { Totp } from './totp.tsx'

type SecurityProps = {
  heading?: 'h2' | 'h4'
  /** It was off, and is on now. */
  onSet?: () => void
}

/** The user’s own two-step login, in her account and in the panel. */
export default function Security({ heading = 'h4', onSet }: SecurityProps) {
  return (
    <PartHeading value={heading}>
      <Ways onSet={onSet} />
    </PartHeading>
  )
}

function Ways({ onSet }: Pick<SecurityProps, 'onSet'>) {
  const { state, again } = useLoaded('second-step', (signal) =>
    api.get<'GET /account/second-step'>('/account/second-step', { signal }),
  )
  const [codes, setCodes] = useState<string[]>()
  const box = useRef<HTMLDivElement>(null)
  const holdFocus = useHeldFocus(
    (place) => box.current?.children[place]?.querySelector('button') ?? box.current?.querySelector('button'),
  )
  if (state.kind === 'loading') {
    return (
      <div role="status" aria-label="Giriş güvenliği yükleniyor" className="grid gap-4">
        <Skeleton className="h-16" />
        <Skeleton className="h-40" />
      </div>
    )
  }
  if (state.kind === 'failed')
    return <ListFailed error={state.error} otherwise="Giriş güvenliğiniz alınamadı" onRetry={again} />
  const own = state.value
  const changed = (newCodes: string[] = []) => {
    if (newCodes.length > 0) setCodes(newCodes)
    again()
  }
  const seen = () => {
    setCodes(undefined)
    onSet?.()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notes what has the focus
    <div ref={box} onFocus={holdFocus} className="grid gap-8">
      {codes ? (
        <NewCodes codes={codes} onSeen={seen} />
      ) : (
        <>
          <Status own={own} />
          <Totp own={own} onChanged={changed} />
          <Passkeys own={own} onChanged={changed} />
          {isOn(own) && <RecoveryCodes left={own.recoveryCodesLeft} onMade={changed} />}
        </>
      )}
    </div>
  )
}

function isOn({ totpSince, passkeys }: WireSecondStep): boolean {
  return totpSince !== null || passkeys.length > 0
}

function Status({ own }: { own: WireSecondStep }) {
  const on = isOn(own)
  return (
    <div className={`flex gap-3 border-l-2 py-1 pl-3 ${on ? 'border-good' : 'border-line'}`}>
      <span className={on ? 'text-good' : 'text-muted'}>
        <Icon name={on ? 'check' : 'info'} />
      </span>
      <div className="grid gap-1">
        <p className="font-medium">{on ? 'İki adımlı giriş açık' : 'İki adımlı giriş kapalı'}</p>
        <p className="max-w-text text-muted text-sm">
          {on
            ? 'Şifrenizi öğrenen biri bile hesabınıza giremez: girişte ikinci bir adım daha istenir.'
            : 'Açtığınızda girişte şifrenizin yanında telefonunuzdaki kod ya da geçiş anahtarınız da istenir; şifrenizi öğrenen biri hesabınıza giremez.'}
          {own.required && !on && ' Mağazanız bunu ekip için zorunlu kıldı.'}
        </p>
      </div>
    </div>
  )
}
