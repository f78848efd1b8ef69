import { useState } from 'react'
import type { WireCustomer, WireCustomerDetail } from '#api/wire/customers.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Button } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { adminCall } from '../parts/api.ts'
import { SearchBox } from '../parts/search-box.tsx'
import { sumText } from '../parts/sums.ts'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'
import { customerName } from './words.ts'

type MergeProps = { customer: WireCustomerDetail; onMerged: (customer: WireCustomerDetail) => void }

/** Finds another account of the same person and takes it over, after saying what that means. */
export function MergeCustomers({ customer, onMerged }: MergeProps) {
  const [open, setOpen] = useState(false)
  const [other, choose] = useState<WireCustomer>()
  const { busy, submit } = useAdminSubmit('Hesaplar birleştirilemedi. Lütfen tekrar deneyin.')

  function close() {
    if (busy) return
    setOpen(false)
    choose(undefined)
  }

  const merge = (otherId: string) =>
    submit(async () => {
      const path = `/admin/customers/${customer.id}/merge` as const
      const { data, message } = await adminCall<'POST /admin/customers/{id}/merge'>('POST', path, { otherId })
      setOpen(false)
      choose(undefined)
      onMerged(data)
      return message
    })

  return (
    <>
      <Button look="secondary" onClick={() => setOpen(true)}>
        Başka hesabıyla birleştir
      </Button>
      <Panel open={open} onClose={close} title="Hesapları birleştir" side="center">
        {other ? (
          <Question kept={customer} gone={other} busy={busy} onBack={() => choose(undefined)} onMerge={merge} />
        ) : (
          <Search customer={customer} onChoose={choose} />
        )}
      </Panel>
    </>
  )
}

function Search({ customer, onChoose }: { customer: WireCustomerDetail; onChoose: (other: WireCustomer) => void }) {
  const [q, search] = useState('')
  const { state } = useLoaded(q, async (signal) => {
    if (q.length < 2) return []
    const path = `/admin/customers?limit=8&q=${encodeURIComponent(q)}` as const
    return (await adminCall<'GET /admin/customers'>('GET', path, undefined, { signal })).data
  })
  const found = state.kind === 'ready' ? state.value.filter(({ id }) => id !== customer.id) : []
  return (
    <div className="grid gap-3 text-sm">
      <p>Bu hesapta ({customer.email}) kalacak her şey; birleştirilecek öbür hesabı arayın.</p>
      <SearchBox label="Öbür hesabı ara" placeholder="Ad, e-posta ya da telefon" q={q} onSearch={search} />
      {q.length >= 2 && state.kind === 'ready' && found.length === 0 && (
        <p className="text-muted">Bu aramaya uyan başka müşteri yok.</p>
      )}
      {found.length > 0 && (
        <ul aria-label="Bulunan hesaplar" className="divide-y divide-line border border-line">
          {found.map((other) => (
            <li key={other.id}>
              <button
                type="button"
                onClick={() => onChoose(other)}
                className="min-h-11 w-full px-3 py-1.5 text-left hover:bg-paper"
              >
                {customerName(other)}
                {other.guest && ' (üyeliksiz)'}
                <span className="block break-all text-muted">
                  {other.email}, {other.orders} sipariş
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type QuestionProps = {
  kept: WireCustomerDetail
  gone: WireCustomer
  busy: boolean
  onBack: () => void
  onMerge: (otherId: string) => void
}

function Question({ kept, gone, busy, onBack, onMerge }: QuestionProps) {
  return (
    <div className="grid gap-6">
      <div className="grid gap-2">
        <p className="break-words">
          <strong className="font-medium">{gone.email}</strong> hesabının {gone.orders} siparişi ({sumText(gone.spent)}
          ), iadeleri, favorileri, adresleri, notları ve mağaza kredisi{' '}
          <strong className="font-medium">{kept.email}</strong> hesabına taşınır.
        </p>
        <p>
          {gone.guest
            ? 'Üyeliksiz siparişlerini artık hesabından görür.'
            : 'Öbür hesap kapanır, onunla giriş yapılamaz; o adrese bunu bildiren bir e-posta gider ve verdiği ileti izni sona erer. O adresle yazdığı mesajlar ve stok bildirimi istekleri o adreste kalır.'}
        </p>
        <p className="font-medium">Bu işlem geri alınamaz: iki hesabın da aynı kişinin olduğundan emin olun.</p>
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="quiet" disabled={busy} onClick={onBack}>
          Geri
        </Button>
        <Button look="danger" disabled={busy} onClick={() => onMerge(gone.id)}>
          {busy ? 'Bekleyin…' : 'Hesapları birleştir'}
        </Button>
      </div>
    </div>
  )
}
