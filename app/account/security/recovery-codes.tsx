import { use, useEffect, useRef, useState } from 'react'
import { api } from '#app/browser/api-client.ts'
import { saveFile } from '#app/browser/save-file.ts'
import { useShop } from '#app/frame/use-shop.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { withConfirmation } from './confirmation.ts'
import { Part, PartHeading } from './part.tsx'
import { PasswordDialog } from './password-dialog.tsx'

type RecoveryCodesProps = { left: number; onMade: (codes: string[]) => void }

/** How many are left, and new ones. */
export function RecoveryCodes({ left, onMade }: RecoveryCodesProps) {
  const [renewing, setRenewing] = useState(false)
  const close = () => setRenewing(false)

  async function renew(password: string) {
    const { recoveryCodes } = await withConfirmation(() =>
      api.post<'POST /account/recovery-codes'>('/account/recovery-codes', { password }),
    )
    close()
    onMade(recoveryCodes)
  }

  return (
    <Part title="Kurtarma kodları" note="Telefonunuz yanınızda değilken girişi tamamlar; her kod bir kez geçer.">
      {left < 3 && (
        <Notice tone="plain">
          {left === 0 ? 'Kodlarınız bitti.' : `Yalnızca ${left} kodunuz kaldı.`} Yenilerini alıp saklayın.
        </Notice>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p>{left} kod kaldı</p>
        <Button look="quiet" className="-mr-2 text-sm!" onClick={() => setRenewing(true)}>
          Yeni kodlar al
        </Button>
      </div>
      <PasswordDialog
        open={renewing}
        title="Yeni kurtarma kodları"
        action="Yeni kodlar al"
        work={renew}
        onClose={close}
      >
        <p className="text-muted text-sm">On yeni kod verilir; elinizdeki eski kodlar artık geçmez.</p>
      </PasswordDialog>
    </Part>
  )
}

/** The codes, this once: to be copied, kept as a file or printed before it goes on. */
export function NewCodes({ codes, onSeen }: { codes: string[]; onSeen: () => void }) {
  const name = useShop()?.shop.name ?? 'Mağaza'
  const [copied, setCopied] = useState<boolean>()
  const title = useRef<HTMLHeadingElement>(null)
  const Heading = use(PartHeading)
  useEffect(() => title.current?.focus(), [])
  const text = `${name} kurtarma kodları\nHer kod bir kez geçer.\n\n${codes.join('\n')}\n`

  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    )

  return (
    <section className="grid gap-4">
      <Heading ref={title} tabIndex={-1} className="font-display text-xl outline-none">
        Kurtarma kodlarınızı saklayın
      </Heading>
      <p className="max-w-text">
        İki adımlı giriş açık. Telefonunuzu kaybederseniz hesabınıza bu kodlarla girersiniz; her biri bir kez geçer.{' '}
        <strong className="font-semibold">Bir daha gösterilmezler.</strong>
      </p>
      <ul className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-xs border border-line bg-surface px-4 py-3 font-medium tabular-nums tracking-wide max-[22rem]:grid-cols-1">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        <Button look="secondary" onClick={copy}>
          {copied ? 'Kopyalandı' : 'Kopyala'}
        </Button>
        <Button
          look="secondary"
          onClick={() => saveFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), 'kurtarma-kodlari.txt')}
        >
          İndir
        </Button>
        <Button look="secondary" onClick={() => print(text)}>
          Yazdır
        </Button>
      </div>
      {copied === false && <Notice tone="bad">Kopyalanamadı; kodları indirin ya da elle seçip kopyalayın.</Notice>}
      <Button onClick={onSeen} className="justify-self-start max-sm:w-full">
        Kodlarımı sakladım
      </Button>
    </section>
  )
}

/** On a sheet of its own, without the page around it. */
function print(text: string): void {
  const sheet = window.open('', '_blank')
  if (!sheet) return
  const words = sheet.document.createElement('pre')
  words.textContent = text
  sheet.document.body.append(words)
  sheet.print()
}
