import { toast } from '#app/ui/toast.tsx'
import { adminOpen, sentenceOf } from './admin-api.ts'

export type PaperKind = 'packing-slips' | 'address-labels'

/** Opens the papers of these orders in a tab, from where the browser prints them; where it may open none, saves them. */
export async function printPapers(kind: PaperKind, orderIds: string[]): Promise<void> {
  try {
    const answer = await adminOpen('POST', `/admin/${kind}`, { orderIds }, {})
    const address = URL.createObjectURL(await answer.blob())
    if (!window.open(address, '_blank')) save(address, nameOf(answer))
    // The tab reads it while it opens, and its own "save" for as long as anybody looks at it.
    setTimeout(() => URL.revokeObjectURL(address), 10 * 60_000)
  } catch (error) {
    toast('bad', sentenceOf(error, 'Yazdırılacak belge hazırlanamadı. Lütfen tekrar deneyin.'))
  }
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
