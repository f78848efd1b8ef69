import type { ReactNode } from 'react'
import { saveFile } from '#app/browser/save-file.ts'
import { Button } from '#app/ui/button.tsx'
import { adminOpen } from '../../parts/api.ts'
import { useAdminSubmit } from '../../parts/use-admin-submit.ts'

type DownloadProps = { path: string; name: string; label?: string; children: ReactNode }

/** Fetches a file that only staff may have and hands it to the browser. */
export function DownloadButton({ path, name, label, children }: DownloadProps) {
  const { busy, submit } = useAdminSubmit('Dosya hazırlanamadı. Lütfen tekrar deneyin.')
  return (
    <Button
      look="quiet"
      disabled={busy}
      aria-label={label}
      onClick={() => submit(async () => saveFile(await (await adminOpen('GET', path, undefined, {})).blob(), name))}
    >
      {busy ? 'Hazırlanıyor…' : children}
    </Button>
  )
}
