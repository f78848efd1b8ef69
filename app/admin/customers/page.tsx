import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import type { WireCustomerDetail } from '#api/wire/customers.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Thumbnail } from '#app/ui/thumbnail.tsx'
import { formatPhone } from '#shop/fields/phone.ts'
import { formatTl } from '#shop/money.ts'
import { formatDate } from '#shop/time.ts'
import { Letter } from '../messages/letter.tsx'
import { kindLabels } from '../messages/message-words.ts'
import { adminCall } from '../parts/api.ts'
import { ListState } from '../parts/list-parts.tsx'
import { useRights } from '../parts/rights.ts'
import { WhatsappLink } from '../parts/whatsapp-link.tsx'
import { stateOf } from '../returns/words.ts'
import { CustomerBounce } from './bounce.tsx'
import { CustomerConsents } from './consents.tsx'
import { CustomerNotes } from './notes.tsx'
import { CustomerOrders } from './orders.tsx'
import { CustomerPrivacy } from './privacy.tsx'
import { customerName } from './words.ts'

const link = 'underline decoration-line underline-offset-4 hover:decoration-ink'
/** All that the shop knows of one person. */
export default function CustomerPage() {
  const { id = '' } = useParams()
  const { state, again, change } = useLoaded(`customer ${id}`, async (signal) => {
    const path = `/admin/customers/${encodeURIComponent(id)}` as const
    return (await adminCall<'GET /admin/customers/{id}'>('GET', path, undefined, { signal })).data
  })
  return (
    <>
      <Link to="/admin/musteriler" className={`inline-flex min-h-11 items-center text-sm ${link}`}>
        Müşteriler
      </Link>
      {state.kind !== 'ready' && <h1 className="mb-4 font-display text-2xl">Müşteri</h1>}
      <ListState state={state} what="Müşteri" otherwise="Müşteri alınamadı" onAgain={again} />
      {state.kind === 'ready' && (
        <Person customer={state.value} onChanged={(customer) => change(() => customer)} onAgain={again} />
      )}
    </>
  )
}

type PersonProps = {
  customer: WireCustomerDetail
  onChanged: (customer: WireCustomerDetail) => void
  onAgain: () => void
}

function Person({ customer, onChanged, onAgain }: PersonProps) {
  return (
    <div className="grid max-w-5xl grid-cols-1 gap-8">
      <Head customer={customer} onAgain={onAgain} />
      <CustomerBounce customer={customer} onChanged={onChanged} />
      <div className="grid items-start gap-8 lg:grid-cols-2 [&>*]:min-w-0">
        <Part title="Notlar">
          <CustomerNotes customer={customer} onChanged={onChanged} />
        </Part>
        <Part title="Siparişler">
          <CustomerOrders customer={customer} />
        </Part>
        {customer.latestReturns.length > 0 && (
          <Part title="İadeler">
            <Returns customer={customer} />
          </Part>
        )}
        {customer.favorites.length > 0 && (
          <Part title="Favoriler">
            <Favorites customer={customer} />
          </Part>
        )}
        {customer.messages && customer.messages.length > 0 && (
          <Part title="Mesajlar">
            <Messages messages={customer.messages} />
          </Part>
        )}
        <Part title="Ticari ileti izinleri">
          <CustomerConsents customer={customer} onAgain={onAgain} />
        </Part>
        {customer.email && (customer.spent !== undefined || customer.secondStep) && (
          <Part title="Hesap ve kişisel veriler">
            <CustomerPrivacy customer={customer} onChanged={onChanged} />
          </Part>
        )}
      </div>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-2 font-display text-xl">{title}</h2>
      {children}
    </section>
  )
}

function Head({ customer, onAgain }: { customer: WireCustomerDetail; onAgain: () => void }) {
  const { id, guest, email, emailVerified, phone, city, joinedAt, orders, paidOrders, spent, credit, sizes } = customer
  const rights = useRights()
  const facts = [
    ...(spent === undefined ? [] : [{ label: 'Harcama', value: formatTl(spent) }]),
    { label: 'Sipariş', value: String(orders) },
    ...(spent !== undefined && paidOrders > 1
      ? [{ label: 'Ortalama', value: formatTl(Math.round((spent / paidOrders) * 100) / 100) }]
      : []),
    ...(sizes.length > 0 ? [{ label: 'Aldığı bedenler', value: sizesText(sizes) }] : []),
  ]
  return (
    <header className="grid grid-cols-1 gap-4">
      <div>
        <h1 className="break-words font-display text-2xl">{customerName(customer)}</h1>
        <p className="text-muted text-sm">
          {guest ? 'Üyeliksiz alışveriş yaptı' : `${formatDate(joinedAt)} tarihinde üye oldu`}
          {city && `, ${city}`}
        </p>
        <p className="flex flex-wrap gap-x-4 text-sm [&>a]:inline-flex [&>a]:min-h-11 [&>a]:items-center">
          {phone && (
            <a href={`tel:${phone}`} className={link}>
              {formatPhone(phone)}
            </a>
          )}
          {phone && <WhatsappLink phone={phone} firstName={customer.firstName} order={customer.latestOrders[0]} />}
          {email && (
            <a href={`mailto:${email}`} className={`break-all ${link}`}>
              {email}
            </a>
          )}
          {!emailVerified && <span className="self-center text-muted">E-postasını doğrulamadı</span>}
          {!guest && credit !== undefined && rights.includes('orders-read') && email && (
            <Link to={`/admin/kredi/${id}`} className={link}>
              {credit > 0 ? `${formatTl(credit)} mağaza kredisi` : 'Kredi ver'}
            </Link>
          )}
        </p>
      </div>
      {customer.messages && email && (
        <div>
          <Letter
            customer={{ ...customer, email }}
            orders={customer.latestOrders.map(({ id, createdAt }) => ({ id, createdAt, trackingUrl: null }))}
            onSent={onAgain}
          />
        </div>
      )}
      <dl className="flex flex-wrap gap-px border-line border-y bg-line">
        {facts.map(({ label, value }) => (
          <div key={label} className="grow basis-2/5 bg-surface px-4 py-3 sm:basis-0">
            <dt className="text-muted text-sm">{label}</dt>
            <dd className="break-words font-medium text-lg tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </header>
  )
}

function sizesText(sizes: WireCustomerDetail['sizes']): string {
  return sizes
    .slice(0, 4)
    .map(({ size, units }) => (units > 1 ? `${size} (${units})` : size))
    .join(', ')
}

function Returns({ customer: { latestReturns } }: { customer: WireCustomerDetail }) {
  return (
    <ul className="border-line border-t text-sm">
      {latestReturns.map(({ id, code, status, createdAt }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-x-3 border-line border-b py-1.5">
          <Link
            to={`/admin/siparisler/iadeler?durum=all&q=${encodeURIComponent(code)}`}
            className={`inline-flex min-h-9 items-center ${link}`}
          >
            {code}
          </Link>
          <span className="text-muted">
            {formatDate(createdAt)}, {stateOf({ status, money: 'NONE' })}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Favorites({ customer: { favorites, waitsFor } }: { customer: WireCustomerDetail }) {
  return (
    <>
      <ul className="grid grid-cols-4 gap-2 sm:grid-cols-6">
        {favorites.slice(0, 12).map(({ productId, name, image }) => (
          <li key={productId}>
            <Link to={`/admin/urunler/${productId}`} title={name}>
              <Thumbnail address={image} alt={name} sizes={100} className="aspect-4/5 w-full" />
            </Link>
          </li>
        ))}
      </ul>
      {waitsFor > 0 && <p className="mt-2 text-muted text-sm">{waitsFor} bedenin gelmesini bekliyor.</p>}
    </>
  )
}

function Messages({ messages }: { messages: NonNullable<WireCustomerDetail['messages']> }) {
  return (
    <ul className="border-line border-t text-sm">
      {messages.map(({ id, kind, answered, createdAt }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-x-3 border-line border-b py-1.5">
          <Link to={`/admin/mesajlar?mesaj=${id}`} className={`inline-flex min-h-9 items-center ${link}`}>
            {kindLabels[kind]}
          </Link>
          <span className="text-muted">
            {formatDate(createdAt)}
            {answered && ', yanıtlandı'}
          </span>
        </li>
      ))}
    </ul>
  )
}
