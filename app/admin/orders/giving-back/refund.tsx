import { type ReactNode, useId, useState } from 'react'
import type { WireAdminOrder, WireStaffItem, WireStaffOrder } from '#api/wire/admin/orders.ts'
import { Button } from '#app/ui/button.tsx'
import { Confirm } from '#app/ui/confirm.tsx'
import { Checkbox, Field } from '#app/ui/field.tsx'
import { Stepper } from '#app/ui/stepper.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import { formatKurus } from '#shop/money.ts'
import { adminCall } from '../../parts/api.ts'
import { useOnce } from '../../parts/once.ts'
import { useAdminSubmit } from '../../parts/use-admin-submit.ts'
import { parsePrice } from '../../products/variants/grid-numbers.ts'
import { type Chosen, isByCard, leftOf, priceOf, shareOf, whereTo } from './amounts.ts'

type OrderRefundProps = {
  order: WireAdminOrder
  onAgain: () => void
  onChanged: (order: WireStaffOrder) => void
}

const kinds = [
  { id: 'items', label: 'Ürün seçerek' },
  { id: 'sum', label: 'Tutar yazarak' },
] as const

/** Gives some of an order back: by its items, or a sum of the owner's choice. */
export function OrderRefund({ order, onAgain, onChanged }: OrderRefundProps) {
  const [kind, setKind] = useState<(typeof kinds)[number]['id']>('items')
  const { busy, submit } = useAdminSubmit('İade yapılamadı. Lütfen tekrar deneyin.')
  const send = useRefund(order)
  const refund: Give = (body, sumKurus) =>
    submit(async () => {
      // Where it was refused she reads what the order is by now.
      onChanged(await send(body).catch(again))
      if (body.asCredit) return `${formatKurus(sumKurus)} mağaza kredisi verildi.`
      return isByCard(order) ? `${formatKurus(sumKurus)} iade edildi.` : 'İade kaydedildi.'
    })

  function again(error: unknown): never {
    onAgain()
    throw error
  }

  return (
    <div className="grid grid-cols-1 gap-4">
      <Tabs label="İade nasıl hesaplansın?" tabs={[...kinds]} current={kind} onChange={setKind} />
      <div role="tabpanel" aria-labelledby={`tab-${kind}`}>
        {kind === 'items' ? (
          <ByItems order={order} busy={busy} onGive={refund} />
        ) : (
          <BySum order={order} busy={busy} onGive={refund} />
        )}
      </div>
    </div>
  )
}

/** True when it was given. */
type Give = (body: RefundRequest, sumKurus: number) => Promise<boolean>
type WayProps = { order: WireStaffOrder; busy: boolean; onGive: Give }

/** Which items, how many, whether they go back on sale. */
function ByItems({ order, busy, onGive }: WayProps) {
  const [counts, setCounts] = useState<Record<string, number>>({})
  const [restock, setRestock] = useState(false)
  const [reason, setReason] = useState('')
  const credit = useCreditChoice()
  const left = order.items.filter(({ quantity, refundedQuantity }) => refundedQuantity < quantity)
  const chosen: Chosen = left.flatMap((item) => {
    const quantity = counts[item.id] ?? 0
    return quantity > 0 ? [{ item, quantity }] : []
  })
  const sumKurus = shareOf(order, chosen)

  async function give() {
    const items = chosen.map(({ item, quantity }) => ({ itemId: item.id, quantity }))
    if (!(await onGive({ items, restock, reason, ...credit.body }, sumKurus))) return
    credit.clear()
    setCounts({})
    setReason('')
  }

  if (left.length === 0) return <p className="text-muted text-sm">Bu siparişin bütün ürünleri iade edildi.</p>
  return (
    <div className="grid grid-cols-1 gap-4">
      <ul className="grid grid-cols-1 gap-2">
        {left.map((item) => (
          <ItemCount
            key={item.id}
            item={item}
            count={counts[item.id] ?? 0}
            busy={busy}
            onChange={(quantity) => setCounts((counts) => ({ ...counts, [item.id]: quantity }))}
          />
        ))}
      </ul>
      <Field
        label="İade nedeni"
        optional
        hint="Yalnızca ekibiniz görür."
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <Checkbox checked={restock} onChange={(event) => setRestock(event.target.checked)}>
        İade edilen ürünleri yeniden satışa koy
      </Checkbox>
      {order.guest !== true && <InsteadOfMoney credit={credit} busy={busy} />}
      <RefundButton
        order={order}
        asCredit={credit.wanted}
        sumKurus={sumKurus}
        missing={chosen.length === 0 ? 'İade edilecek ürünlerin adedini seçin.' : credit.missing}
        busy={busy}
        onConfirm={give}
      >
        <ul className="mt-3 list-disc pl-5 text-sm">
          {chosen.map(({ item, quantity }) => (
            <li key={item.id}>
              {quantity} × {nameOf(item)}
            </li>
          ))}
        </ul>
      </RefundButton>
    </div>
  )
}

/** Any sum up to what is left, with the reason that the buyer reads too. */
function BySum({ order, busy, onGive }: WayProps) {
  const [text, setText] = useState('')
  const [reason, setReason] = useState('')
  const credit = useCreditChoice()
  const leftKurus = leftOf(order)
  const typedKurus = parsePrice(text)
  const fits = typedKurus !== undefined && typedKurus > 0 && typedKurus <= leftKurus
  const wrong = text.trim() !== '' && !fits
  const missing = !fits
    ? `İade tutarını ${wrong ? 'düzeltin' : 'yazın'}.`
    : reason.trim() === ''
      ? 'İadenin sebebini yazın.'
      : credit.missing

  async function give() {
    if (typedKurus === undefined) return
    if (!(await onGive({ amount: typedKurus / 100, reason, ...credit.body }, typedKurus))) return
    credit.clear()
    setText('')
    setReason('')
  }

  return (
    <div className="grid gap-4">
      <Field
        label="İade tutarı (TL)"
        inputMode="decimal"
        maxLength={14}
        className="sm:max-w-60"
        hint={`En çok ${formatKurus(leftKurus)}`}
        {...(wrong ? { error: `${formatKurus(1)} ile ${formatKurus(leftKurus)} arasında bir tutar yazın` } : {})}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Field
        label="Sebebi"
        hint="Müşteriye giden e-postada da yazar, örneğin “Paketiniz geç geldi”."
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {order.guest !== true && <InsteadOfMoney credit={credit} busy={busy} />}
      <RefundButton
        order={order}
        asCredit={credit.wanted}
        sumKurus={typedKurus ?? 0}
        missing={missing}
        busy={busy}
        onConfirm={give}
      >
        <p className="mt-3 break-words text-sm">Sebebi: {reason}</p>
      </RefundButton>
    </div>
  )
}

/** Store credit instead of money, and whether the customer agreed to it. */
function useCreditChoice() {
  const [wanted, setWanted] = useState(false)
  const [agreed, setAgreed] = useState(false)
  return {
    ...{ wanted, setWanted, agreed, setAgreed },
    missing: wanted && !agreed ? 'Mağaza kredisini müşterinin kabul ettiğini işaretleyin.' : undefined,
    body: wanted ? { asCredit: true, customerAgreed: agreed } : {},
    clear: () => {
      setWanted(false)
      setAgreed(false)
    },
  }
}

type InsteadProps = { credit: ReturnType<typeof useCreditChoice>; busy: boolean }

function InsteadOfMoney({ credit, busy }: InsteadProps) {
  return (
    <div className="grid gap-1">
      <Checkbox
        checked={credit.wanted}
        disabled={busy}
        onChange={(event) => credit.setWanted(event.target.checked)}
        {...(credit.wanted
          ? {
              hint: 'Yasaya göre iade, ödemenin yapıldığı yolla ve para olarak yapılır; kredi ancak müşteri isterse verilebilir.',
            }
          : {})}
      >
        Para yerine mağaza kredisi ver
      </Checkbox>
      {credit.wanted && (
        <Checkbox checked={credit.agreed} disabled={busy} onChange={(event) => credit.setAgreed(event.target.checked)}>
          Müşteriye sordum, mağaza kredisini kabul etti
        </Checkbox>
      )}
    </div>
  )
}

type RefundRequest = (
  | { items: { itemId: string; quantity: number }[]; restock: boolean; reason: string }
  | { amount: number; reason: string }
) & { asCredit?: boolean; customerAgreed?: boolean }

function useRefund({ id, refunds }: WireAdminOrder) {
  const once = useOnce()
  const path = `/admin/orders/${id}/refund` as const
  const refundsSeen = refunds.filter(({ status }) => status !== 'FAILED').length
  return async (body: RefundRequest): Promise<WireStaffOrder> => {
    const call = (headers: Record<string, string>) =>
      adminCall<'POST /admin/orders/{id}/refund'>('POST', path, { ...body, refundsSeen }, { headers })
    return (await once(call)).data
  }
}

type ItemCountProps = { item: WireStaffItem; count: number; busy: boolean; onChange: (count: number) => void }

function ItemCount({ item, count, busy, onChange }: ItemCountProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm">
      <span className="min-w-0">
        {nameOf(item)}{' '}
        <span className="text-muted">
          ({item.variant.color}, {item.variant.size}), {formatKurus(priceOf(item))}
        </span>
      </span>
      <Stepper
        value={count}
        min={0}
        max={item.quantity - item.refundedQuantity}
        disabled={busy}
        onChange={onChange}
        label={`${nameOf(item)}, iade edilecek adet`}
      />
    </li>
  )
}

type RefundButtonProps = {
  order: WireStaffOrder
  asCredit: boolean
  sumKurus: number
  /** Why nothing can be given back yet. */
  missing: string | undefined
  busy: boolean
  onConfirm: () => Promise<unknown>
  children: ReactNode
}

function RefundButton({ order, asCredit, sumKurus, missing, busy, onConfirm, children }: RefundButtonProps) {
  const [asking, setAsking] = useState(false)
  const missingId = useId()
  const sum = formatKurus(sumKurus)
  return (
    <>
      <div className="grid justify-items-start gap-1">
        <Button
          look="secondary"
          disabled={busy || missing !== undefined}
          aria-describedby={missing && missingId}
          onClick={() => setAsking(true)}
        >
          {missing ? 'İade et' : `${sum} ${asCredit ? 'kredi ver' : 'iade et'}`}
        </Button>
        {missing && (
          <p id={missingId} className="text-muted text-sm">
            {missing}
          </p>
        )}
      </div>
      <Confirm
        open={asking}
        title={asCredit ? 'Mağaza kredisi ver' : 'Ödemeyi iade et'}
        action={asCredit ? 'Kredi ver' : 'İade et'}
        busy={busy}
        onClose={() => setAsking(false)}
        onConfirm={() => onConfirm().finally(() => setAsking(false))}
      >
        <p>
          {asCredit
            ? `${sum} müşterinin hesabına mağaza kredisi olarak eklenir ve kendisine e-posta gönderilir.`
            : whereTo(order, sumKurus)}
        </p>
        {children}
      </Confirm>
    </>
  )
}

function nameOf(item: WireStaffItem): string {
  return item.variant.product?.name ?? 'Ürün'
}
