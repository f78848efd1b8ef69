/** With the device's own sheet on a phone, else by copying the address. Resolves with what is to be said about it. */
export async function sharePage(title: string, url: string): Promise<string | undefined> {
  try {
    if (navigator.share && matchMedia('(pointer: coarse)').matches) {
      await navigator.share({ title, url })
      return undefined
    }
    await navigator.clipboard.writeText(url)
    return 'Bağlantı kopyalandı.'
  } catch (error) {
    // The share sheet was closed: nothing went wrong.
    if (error instanceof Error && error.name === 'AbortError') return undefined
    throw error
  }
}
