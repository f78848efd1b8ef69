import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useFocusBack } from '#app/ui/use-submit.ts'
import type { ImportMapping } from '#shop/imports/contract.ts'
import { adminCall, sentenceOf } from '../../parts/api.ts'
import { ListHead } from '../../parts/list-parts.tsx'
import { Earlier } from './earlier.tsx'
import { Exports } from './exports.tsx'
import { ImportPage } from './import.tsx'
import { Upload } from './upload.tsx'

/** Products from files and lists into files. While the page is open the file stays at hand, to be read with other columns. */
export default function Sheets() {
  const { id } = useParams()
  const navigate = useNavigate()
  const [kept, setKept] = useState<{ id: string; file: File }>()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()

  useFocusBack(busy)

  async function read(file: File, mapping?: ImportMapping) {
    setBusy(true)
    setError(undefined)
    const body = new FormData()
    body.set('file', file)
    if (mapping) body.set('mapping', JSON.stringify(mapping))
    try {
      const { data } = await adminCall<'POST /admin/imports'>('POST', '/admin/imports', body)
      setKept({ id: data.id, file })
      await navigate(`/admin/urunler/aktar/${data.id}`, { replace: mapping !== undefined })
    } catch (error) {
      setError(sentenceOf(error, 'Dosya okunamadı. Lütfen tekrar deneyin.'))
    } finally {
      setBusy(false)
    }
  }

  const file = kept?.id === id ? kept?.file : undefined
  return (
    <>
      <ListHead title="İçe ve dışa aktar" count={false} />
      {id ? (
        <>
          {error && (
            <p role="alert" className="mb-4 text-bad text-sm">
              {error}
            </p>
          )}
          <ImportPage id={id} busy={busy} {...(file ? { onMap: (mapping) => read(file, mapping) } : {})} />
        </>
      ) : (
        <>
          <Upload busy={busy} error={error} onFile={(file) => read(file)} onRefuse={setError} />
          <Exports />
          <Earlier />
        </>
      )}
    </>
  )
}
