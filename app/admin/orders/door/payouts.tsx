import { useState } from 'react'
import type { WirePayout, WirePayouts } from '#api/wire/admin/orders.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/field.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { formatTl } from '#shop/money.ts'
import { adminCall } from '../../parts/api.ts'
import { FileLink } from '../../parts/file-link.tsx'
import { ListEnd, SheetColumns, WrongColumns } from '../../parts/sheet-columns.tsx'
import { useAdminSubmit } from '../../parts/use-admin-submit.ts'

const states: Record<WirePayout['state'], string> = {
  fits: 'Eşleşti',
  'other-amount': 'Tutar farklı',
  paid: 'Daha önce kaydedilmiş',
  over: 'Siparişi iptal edilmiş',
  unknown: 'Sipariş bulunamadı',
}

const meanings: Record<NonNullable<WirePayouts['table']['columns'][number]>, string> = {
  trackingNumber: 'Kargo takip numarası',
  amount: 'Tahsil edilen tutar',
  date: 'Tarih',
}

/** A carrier's list of what it collected: each match is shown before it counts. */
export function CarrierPayouts({ onCollected }: { onCollected: () => void }) {
  const [list, setList] = useState<WirePayouts & { file: File }>()
  const [open, setOpen] = useState(false)
  const [saying, setSaying] = useState(false)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { busy, submit } = useAdminSubmit('Liste okunamadı. Lütfen tekrar deneyin.')

  const read = (file: File, columns?: string) =>
    submit(async () => {
      const form = new FormData()
      form.set('file', file)
      if (columns) form.set('columns', columns)
      const { data } = await adminCall<'POST /admin/door/payouts'>('POST', '/admin/door/payouts', form)
      setList({ ...data, file })
      setSaying(data.table.knownBy === 'unknown')
      setChosen(new Set(data.payouts.flatMap(({ state, order }) => (state === 'fits' && order ? [order.id] : []))))
      setOpen(true)
    })

  const collect = () =>
    submit(async () => {
      const body = { orderIds: [...chosen] }
      const { message } = await adminCall<'POST /admin/door/collected'>('POST', '/admin/door/collected', body)
      setOpen(false)
      onCollected()
      return message
    })

  function choose(id: string, wanted: boolean) {
    const next = new Set(chosen)
    wanted ? next.add(id) : next.delete(id)
    setChosen(next)
  }

  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      <FileLink accept=".csv,.xlsx,.txt" disabled={busy} onFile={read}>
        Kargonun tahsilat listesini yükle (CSV ya da Excel)
      </FileLink>
      <Panel
        open={open}
        onClose={() => setOpen(false)}
        title={saying ? 'Listenin sütunları' : 'Kargonun tahsilat listesi'}
        side="center"
        wide
        view={saying ? 'columns' : 'rows'}
      >
        {list && saying && (
          <SheetColumns
            table={list.table}
            meanings={meanings}
            busy={busy}
            onSay={(columns) => read(list.file, columns)}
            onBack={() => (list.table.knownBy === 'unknown' ? setOpen(false) : setSaying(false))}
          />
        )}
        {list && !saying && (
          <div className="grid gap-4">
            <p className="text-muted text-sm">
              {list.payouts.length === 0
                ? 'Bu listede takip numarası ve tutarı olan bir satır bulunamadı; sütunları kendiniz seçebilirsiniz.'
                : 'Takip numarasıyla eşleşen satırlar aşağıda. Siz onaylamadan hiçbiri tahsil edilmiş sayılmaz.'}
            </p>
            <ul className="border-line border-t">
              {list.payouts.map((payout) => (
                <PayoutRow key={payout.row} payout={payout} chosen={chosen} onChoose={choose} />
              ))}
            </ul>
            <WrongColumns knownBy={list.table.knownBy} onClick={() => setSaying(true)} />
            <ListEnd>
              <Button disabled={busy || chosen.size === 0} onClick={collect}>
                {chosen.size === 0 ? 'Tahsil edilen sipariş seçilmedi' : `${chosen.size} siparişi tahsil edildi yap`}
              </Button>
            </ListEnd>
          </div>
        )}
      </Panel>
    </div>
  )
}

type PayoutRowProps = {
  payout: WirePayout
  chosen: ReadonlySet<string>
  onChoose: (id: string, wanted: boolean) => void
}

/** A payout with another amount can be chosen too where an order awaits one: the carrier may have kept its fee. */
function PayoutRow({ payout: { trackingNumber, amount, date, state, order }, chosen, onChoose }: PayoutRowProps) {
  const words = [trackingNumber, formatTl(amount), date].filter(Boolean).join(' · ')
  const awaited = order !== null && (state === 'fits' || state === 'other-amount')
  const about = (
    <>
      {words}
      <span className={`block ${state === 'fits' ? 'text-good' : 'text-muted'}`}>
        {states[state]}
        {order && `: ${order.shownId}, ${order.customer}, ${formatTl(order.total)}`}
      </span>
    </>
  )
  return (
    <li className="border-line border-b py-2 text-sm tabular-nums">
      {awaited ? (
        <Checkbox checked={chosen.has(order.id)} onChange={({ target }) => onChoose(order.id, target.checked)}>
          {about}
        </Checkbox>
      ) : (
        <p className="py-1 pl-8">{about}</p>
      )}
    </li>
  )
}
