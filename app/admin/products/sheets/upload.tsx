import { type ChangeEvent, type DragEvent, useRef, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { importTooLarge, maxImportBytes } from '#shop/imports/contract.ts'
import { DownloadButton } from './download.tsx'

type UploadProps = {
  busy: boolean
  error: string | undefined
  onFile: (file: File) => void
  onRefuse: (message: string) => void
}

/** The file is dropped here, or chosen. */
export function Upload({ busy, error, onFile, onRefuse }: UploadProps) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)

  function take(file: File | undefined) {
    if (!file || busy) return
    if (file.size > maxImportBytes) onRefuse(importTooLarge)
    else onFile(file)
  }

  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    take(target.files?.[0])
    target.value = ''
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }

  return (
    <section aria-labelledby="import-title" className="mb-8">
      <h2 id="import-title" className="mb-3 font-display text-xl">
        İçe aktar
      </h2>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the button does the same */}
      <div
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={`grid justify-items-center gap-4 border border-dashed px-4 py-10 text-center ${over ? 'border-nar bg-nar-soft' : 'border-line bg-surface'}`}
      >
        <p className="max-w-prose">
          Excel (.xlsx), CSV ya da Google ürün akışı (.xml) dosyanızı buraya bırakın. Shopify, WooCommerce, ikas ve
          Ticimax dosyalarının sütunları tanınır. Resimleri dosyayla birlikte tek bir ZIP içinde de gönderebilirsiniz.
        </p>
        <input
          ref={input}
          type="file"
          accept=".xlsx,.csv,.txt,.tsv,.xml,.zip"
          onChange={choose}
          className="sr-only"
          tabIndex={-1}
          aria-label="Ürün dosyası"
        />
        <div className="flex flex-wrap justify-center gap-2">
          <Button disabled={busy} onClick={() => input.current?.click()}>
            {busy ? 'Okunuyor…' : 'Dosya seç'}
          </Button>
          <DownloadButton path="/admin/imports/template" name="urun-sablonu.xlsx">
            Boş şablonu indir
          </DownloadButton>
        </div>
        {error && (
          <p role="alert" className="text-bad text-sm">
            {error}
          </p>
        )}
        <p className="text-muted text-sm">
          Önce ne değişeceğini görürsünüz; siz onaylamadan hiçbir ürün değişmez. En çok 50 MB.
        </p>
      </div>
    </section>
  )
}
