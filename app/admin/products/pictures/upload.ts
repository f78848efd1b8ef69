import { renewToken } from '#app/browser/api-client.ts'
import { readStored } from '#app/browser/browser-storage.ts'
import type { Image } from '#shop/media/images.ts'

type Watch = { onProgress: (share: number) => void; signal: AbortSignal }
type Body = { data?: Image; message?: string }

/** The file itself is refused: the same one is refused each time. */
export class RefusedFile extends Error {}

const unreachable = 'Sunucu ile bağlantı kurulamadı'

/** Sends one picture and says how far it is, which `fetch` cannot; rejects with a sentence to show. */
export async function uploadPicture(file: File, watch: Watch): Promise<Image> {
  const token = readStored('accessToken')
  let answer = await send(file, token, watch)
  if (answer.status === 401) {
    const fresh = await renewToken().catch(() => undefined)
    if (fresh) answer = await send(file, fresh, watch)
  }
  if (answer.status >= 200 && answer.status < 300 && answer.body?.data) return answer.body.data
  if (answer.status === 0) throw new Error(unreachable)
  const message = answer.body?.message ?? 'Görsel yüklenemedi'
  throw answer.status === 400 || answer.status === 413 ? new RefusedFile(message) : new Error(message)
}

function send(file: File, token: string | null, { onProgress, signal }: Watch) {
  return new Promise<{ status: number; body: Body | undefined }>((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', '/api/v1/admin/images')
    if (token) request.setRequestHeader('Authorization', `Bearer ${token}`)
    request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total)
    request.onloadend = () => resolve({ status: request.status, body: read(request.responseText) })
    signal.addEventListener('abort', () => request.abort())
    const form = new FormData()
    form.set('file', file)
    request.send(form)
  })
}

function read(text: string): Body | undefined {
  try {
    return JSON.parse(text) as Body
  } catch {
    return undefined
  }
}
