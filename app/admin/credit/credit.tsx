import type { FormEvent } from 'react'
import { Link, useParams } from 'react-router'
import type { WireCustomerCredit } from '#api/wire/credit.ts'
import { CreditEntries } from '#app/account/credit/entries.tsx'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox, Field } from '#app/ui/field.tsx'
import { useFields } from '#app/ui/form.ts'
import { formatTl } from '#shop/money.ts'
import { adminCall } from '../parts/api.ts'
import { ListState } from '../parts/list-parts.tsx'
import { useOnce } from '../parts/once.ts'
import { useRights } from '../parts/rights.ts'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'
import { parsePrice } from '../products/variants/grid-numbers.ts'

/** A customer's store credit: what she has, why, and a gift or a correction by the owner. */
export default function CustomerCredit() {
  const { id = '' } = useParams()
  const { state, again, change } = useLoaded(`credit ${id}`, async (signal) => {
    const path = `/admin/customers/${encodeURIComponent(id)}/credit` as const
    return (await adminCall<'GET /admin/customers/{id}/credit'>('GET', path, undefined, { signal })).data
  })
  return (
    <>
      <h1 className="mb-4 font-display text-2xl">Mağaza kredisi</h1>
      <ListState state={state} what="Mağaza kredisi" otherwise="Mağaza kredisi alınamadı" onAgain={again} />
      {state.kind === 'ready' && <Account credit={state.value} onChanged={(credit) => change(() => credit)} />}
    </>
  )
}

type AccountProps = { credit: WireCustomerCredit; onChanged: (credit: WireCustomerCredit) => void }

function Account({ credit, onChanged }: AccountProps) {
  const { customer, balance, entries } = credit
  const gives = useRights().includes('orders')
  return (
    <div className="grid max-w-3xl gap-8">
      <div className="flex flex-wrap items-end justify-between gap-4 border-line border-y bg-surface px-4 py-5">
        <p className="min-w-0">
          <span className="block font-medium">
            {customer.firstName} {customer.lastName}
          </span>
          <span className="block break-all text-muted text-sm">{customer.email}</span>
          <Link
            to={`/admin/siparisler?musteri=${customer.id}`}
            className="inline-block py-0.5 text-sm underline decoration-line underline-offset-4 max-sm:py-2.5"
          >
            Müşterinin tüm siparişleri
          </Link>
        </p>
        <p className="sm:text-right">
          <span className="block text-muted text-sm">Kullanabileceği kredi</span>
          <span className="font-medium text-2xl tabular-nums">{formatTl(balance)}</span>
        </p>
      </div>
      {gives && <GiveCredit customerId={customer.id} balance={balance} onChanged={onChanged} />}
      {entries.length > 0 && (
        <section aria-labelledby="hareketler">
          <h2 id="hareketler" className="mb-2 font-display text-xl">
            Hareketler
          </h2>
          <CreditEntries
            entries={entries}
            orderLink={(orderId, name) => (
              <Link
                to={`/admin/siparisler?siparis=${orderId}`}
                className="underline decoration-line underline-offset-4 hover:decoration-ink"
              >
                {name}
              </Link>
            )}
          />
        </section>
      )}
    </div>
  )
}

type GiveProps = { customerId: string; balance: number; onChanged: AccountProps['onChanged'] }

function GiveCredit({ customerId, balance, onChanged }: GiveProps) {
  const fields = useFields({ amount: '', reason: '', takeBack: '' })
  const { values, field, form, accept, set } = fields
  const { busy, submit } = useAdminSubmit('Kaydedilemedi. Lütfen tekrar deneyin.', { form: fields })
  const once = useOnce()
  const takeBack = values.takeBack !== ''

  function send(event: FormEvent) {
    event.preventDefault()
    const kurus = parsePrice(values.amount)
    const wrong = {
      ...(kurus === undefined || kurus <= 0 ? { amount: 'Tutarı yazın, örneğin 150 ya da 149,90' } : {}),
      ...(values.reason.trim() === '' ? { reason: 'Sebebini yazın' } : {}),
    }
    if (!accept(wrong) || kurus === undefined) return
    submit(async () => {
      const path = `/admin/customers/${customerId}/credit` as const
      const body = { amount: kurus / 100, reason: values.reason, takeBack }
      const answer = await once((headers) =>
        adminCall<'POST /admin/customers/{id}/credit'>('POST', path, body, { headers }),
      )
      for (const name of ['amount', 'reason', 'takeBack'] as const) set(name, '')
      onChanged(answer.data)
      return answer.message
    })
  }

  return (
    <form ref={form} onSubmit={send} noValidate className="grid gap-4">
      <h2 className="font-display text-xl">{takeBack ? 'Krediyi geri al' : 'Hediye kredi ver'}</h2>
      <div className="grid gap-4 sm:grid-cols-[11rem_minmax(0,1fr)]">
        <Field label="Tutar (TL)" inputMode="decimal" maxLength={14} {...field('amount')} />
        <Field label="Sebebi" hint="Müşteri de görür." maxLength={500} {...field('reason')} />
      </div>
      {balance > 0 && (
        <Checkbox checked={takeBack} onChange={(event) => set('takeBack', event.target.checked ? 'yes' : '')}>
          Bu tutarı geri al: yanlış yazıldı ya da müşteriye para olarak ödendi
        </Checkbox>
      )}
      <Button type="submit" disabled={busy} className="justify-self-start">
        {busy ? 'Bekleyin…' : takeBack ? 'Krediyi geri al' : 'Kredi ver'}
      </Button>
    </form>
  )
}
