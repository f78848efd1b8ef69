import { Button } from '#app/ui/button.tsx'
import { minutes } from '#shop/time.ts'
import { adminOpen } from '../parts/api.ts'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'

type DocumentKind = 'packing-slips' | 'address-labels'

/** The buttons that print the documents of these orders. */
export function PrintButtons({ orderIds }: { orderIds: string[] }) {
  const { busy, submit } = useAdminSubmit('Yazdırılacak belge hazırlanamadı. Lütfen tekrar deneyin.')
  const print = (kind: DocumentKind) => submit(() => openDocuments(kind, orderIds))
  return (
    <>
      <Button look="quiet" disabled={busy} onClick={() => print('packing-slips')} className="text-sm!">
        Paket fişi yazdır
      </Button>
      <Button look="quiet" disabled={busy} onClick={() => print('address-labels')} className="text-sm!">
        Etiket yazdır
      </Button>
    </>
  )
}

/** Opens them in a tab, from where the browser prints; where it may open none, saves them. */
async function openDocuments(kind: DocumentKind, orderIds: string[]): Promise<void> {
  await openFile(await adminOpen('POST', `/admin/${kind}`, { orderIds }, {}))
}

/** Opens a PDF of the API in a tab of its own. */
export async function openFile(answer: Response): Promise<void> {
  const address = URL.createObjectURL(await answer.blob())
  if (!window.open(address, '_blank')) save(address, nameOf(answer))
  // The tab reads it while it opens, and its own "save" for as long as it is looked at.
  setTimeout(() => URL.revokeObjectURL(address), minutes(10))
}

function nameOf(answer: Response): string {
  return /filename="([^"]+)"/.exec(answer.headers.get('Content-Disposition') ?? '')?.[1] ?? 'siparis.pdf'
}

function save(address: string, name: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}
