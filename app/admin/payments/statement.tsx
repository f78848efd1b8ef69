import { type ChangeEvent, useRef, useState } from 'react'
import type { WireStatement, WireTransfer } from '#api/wire/admin/transfers.ts'
import { Button } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Select } from '#app/ui/select.tsx'
import { formatTl } from '#shop/money.ts'
import { formatDate } from '#shop/time.ts'
import { adminCall } from '../parts/api.ts'
import { ListEnd, SheetColumns, WrongColumns } from '../parts/sheet-columns.tsx'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'

type Line = WireStatement['lines'][number]

const meanings: Record<NonNullable<WireStatement['table']['columns'][number]>, string> = {
  day: 'Tarih',
  text: 'Açıklama ya da gönderen',
  amount: 'Tutar (gelen +, giden -)',
  credit: 'Gelen tutar (alacak)',
  debit: 'Giden tutar (borç)',
  direction: 'Yön (B/A)',
  balance: 'Bakiye',
  reference: 'Referans ya da dekont no',
}

const certainties = {
  sure: 'Kod açıklamada',
  likely: 'Ad ve tutar uyuyor',
  possible: 'Yalnızca tutar uyuyor, kontrol edin',
}

/** The bank's statement: its lines with the orders they pay, which count once she has confirmed them. */
export function Statement({ onChanged }: { onChanged: () => void }) {
  const file = useRef<HTMLInputElement>(null)
  const [statement, setStatement] = useState<WireStatement>()
  const [chosen, setChosen] = useState<File>()
  const [open, setOpen] = useState(false)
  const [saying, setSaying] = useState(false)
  const { busy, submit } = useAdminSubmit('Ekstre okunamadı. Lütfen tekrar deneyin.')

  function upload({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    target.value = ''
    if (file) read(file)
  }

  function read(file: File, columns?: string) {
    const body = new FormData()
    body.set('file', file)
    if (columns) body.set('columns', columns)
    submit(async () => {
      const { data } = await adminCall<'POST /admin/transfers/statement'>('POST', '/admin/transfers/statement', body)
      setChosen(file)
      setStatement(data)
      setSaying(data.table.knownBy === 'unknown')
      setOpen(true)
    })
  }

  return (
    <>
      <input
        ref={file}
        type="file"
        accept=".csv,.xlsx,.txt"
        onChange={upload}
        className="sr-only"
        tabIndex={-1}
        aria-label="Banka ekstresi"
      />
      <Button look="secondary" disabled={busy} onClick={() => file.current?.click()}>
        {busy ? 'Okunuyor…' : 'Banka ekstresi yükle'}
      </Button>
      <Panel
        open={open}
        onClose={() => setOpen(false)}
        title={saying ? 'Ekstrenin sütunları' : 'Banka ekstresi'}
        side="center"
        wide
        view={saying ? 'columns' : 'lines'}
      >
        {statement && chosen && saying && (
          <SheetColumns
            key={statement.id}
            table={statement.table}
            meanings={meanings}
            busy={busy}
            onSay={(columns) => read(chosen, columns)}
            onBack={() => (statement.table.knownBy === 'unknown' ? setOpen(false) : setSaying(false))}
          />
        )}
        {statement && !saying && (
          <Lines
            key={statement.id}
            statement={statement}
            onSay={() => setSaying(true)}
            onClose={() => setOpen(false)}
            onDone={() => {
              setOpen(false)
              onChanged()
            }}
          />
        )}
      </Panel>
    </>
  )
}

type LinesProps = { statement: WireStatement; onSay: () => void; onClose: () => void; onDone: () => void }

function Lines({ statement: { id, lines, waiting, table }, onSay, onClose, onDone }: LinesProps) {
  const open = lines.filter(({ entered }) => !entered)
  const before = lines.length - open.length
  // Only certain matches are chosen at first: a possible one, and one that was entered by hand, wait for her choice.
  const [chosen, setChosen] = useState<Record<string, string>>(() =>
    Object.fromEntries(
      open.map((line) => [line.key, line.certainty === 'possible' || line.byHand ? '' : (line.orderId ?? '')]),
    ),
  )
  const [refused, setRefused] = useState<Record<string, string>>({})
  const { busy, submit } = useAdminSubmit('İşlenemedi. Lütfen tekrar deneyin.')
  const matches = open.flatMap(({ key }) => (chosen[key] ? [{ key, orderId: chosen[key] }] : []))

  const confirm = () =>
    submit(async () => {
      const path = `/admin/transfers/statement/${id}/confirm` as const
      const { data, message } = await adminCall<'POST /admin/transfers/statement/{id}/confirm'>('POST', path, {
        matches,
      })
      const errors = Object.fromEntries(data.flatMap(({ key, error }) => (error ? [[key, error]] : [])))
      setRefused(errors)
      setChosen((chosen) =>
        Object.fromEntries(Object.keys(chosen).map((key) => [key, errors[key] ? (chosen[key] ?? '') : ''])),
      )
      if (Object.keys(errors).length === 0) onDone()
      return message
    })

  return (
    <div className="grid gap-4 text-sm">
      <p>
        {lines.length === 0
          ? 'Bu ekstrede gelen para bulunamadı. Dönem doğruysa sütunları kendiniz seçebilirsiniz.'
          : `Ekstrede gelen ${lines.length} hareket var${before > 0 ? `, ${before} tanesi daha önce işlendi` : ''}. Eşleşmeleri kontrol edin; onaylamadan hiçbiri işlenmez.`}
      </p>
      <ul className="border-line border-t">
        {open.map((line) => (
          <LineRow
            key={line.key}
            line={line}
            waiting={waiting}
            chosen={chosen[line.key] ?? ''}
            refused={refused[line.key]}
            onChoose={(orderId) => setChosen({ ...chosen, [line.key]: orderId })}
          />
        ))}
      </ul>
      <WrongColumns knownBy={table.knownBy} onClick={onSay} />
      <ListEnd>
        <Button look="quiet" disabled={busy} onClick={onClose}>
          Vazgeç
        </Button>
        <Button disabled={busy || matches.length === 0} onClick={confirm}>
          {busy ? 'Bekleyin…' : `${matches.length} satırı işle`}
        </Button>
      </ListEnd>
    </div>
  )
}

const standings = {
  over: 'sipariş sona ermiş. Seçerseniz ya sipariş yeniden açılır ya da tutarı geri göndermeniz beklenir.',
  paid: 'siparişin ödemesi alınmış. Para bir kez daha geldiyse seçin; fazlası bu sayfada kararınızı bekler.',
}

function wordsOf(
  { byHand, certainty, named, orderId = named?.orderId ?? '' }: Line,
  chosen: string,
  waiting: WireTransfer[],
): string | undefined {
  if (certainty === 'possible' && chosen === '') {
    const order = waiting.find((order) => order.orderId === orderId)
    return order && `Tutarı yalnızca ${order.shownOrderId} siparişine uyuyor; doğruysa seçin.`
  }
  if (byHand && (chosen === '' || chosen === orderId))
    return 'Bu tutar elle işlenmişti; yeniden işlemenize gerek yok, işlerseniz de ikinci kez sayılmaz.'
  if (named && (chosen === '' || chosen === orderId))
    return `Açıklamadaki kod ${named.shownOrderId} siparişinin, ama ${standings[named.standing]}`
  return certainty && chosen === orderId ? certainties[certainty] : undefined
}

function namedChoice({ orderId, shownOrderId, customer, standing }: NonNullable<Line['named']>) {
  return { value: orderId, label: `${shownOrderId} · ${standing === 'over' ? 'sona erdi' : 'ödendi'} · ${customer}` }
}

type LineRowProps = {
  line: Line
  waiting: WireTransfer[]
  chosen: string
  refused: string | undefined
  onChoose: (orderId: string) => void
}

function LineRow({ line, waiting, chosen, refused, onChoose }: LineRowProps) {
  const found = wordsOf(line, chosen, waiting)
  return (
    <li className="grid gap-2 border-line border-b py-3 sm:grid-cols-2">
      <div className="min-w-0">
        <p className="font-medium tabular-nums">
          {formatTl(line.amount)} · {formatDate(`${line.day}T12:00:00+03:00`)}
        </p>
        <p className="break-words text-muted">{line.text || 'Açıklama yok'}</p>
        {refused && <p className="text-bad">{refused}</p>}
      </div>
      <div>
        <Select
          label="Hangi sipariş?"
          value={chosen}
          onChange={({ target }) => onChoose(target.value)}
          options={[
            { value: '', label: 'İşlenmesin' },
            ...waiting.map(({ orderId, shownOrderId, customer, amount, received }) => ({
              value: orderId,
              // A long name is cut at its end.
              label: `${shownOrderId} · ${formatTl(amount - received)} · ${customer}`,
            })),
            ...(line.named ? [namedChoice(line.named)] : []),
          ]}
        />
        {found && <p className="mt-1 text-muted">{found}</p>}
      </div>
    </li>
  )
}
