import { Suspense, useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { WireLinkedOrder } from '#api/wire/links.ts'
import { AccountPage } from '#app/account/page.tsx'
import { lazyOnline } from '#app/browser/lazy-online.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { shopOf } from '../../frame/page-meta.ts'
import type { Route } from './+types/page.ts'

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `Siparişinizi ödeyin | ${shopOf(matches).name}` },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
]

const Payment = lazyOnline(async () => ({ default: (await import('./payment.tsx')).LinkedPayment }))

const titles: Record<WireLinkedOrder['state'], string> = {
  OPEN: 'Siparişinizi ödeyin',
  PAYING: 'Siparişinizi ödeyin',
  PAID: 'Ödemeniz alındı',
  ENDED: 'Bu bağlantı sona erdi',
  AWAITING_TRANSFER: 'Havalenizi bekliyoruz',
}

/** Where the link stands while the shopper is at her bank. */
const keptAt = 'paymentLink'

/** The page of a payment link. What it opens stands after the #, which no server, cache or other site ever sees. */
export default function PaymentLinkPage() {
  const token = useToken()
  const [state, setState] = useState<WireLinkedOrder['state']>('OPEN')
  return (
    <AccountPage title={titles[state]}>
      {token === '' && (
        <>
          <Notice tone="bad">Bağlantı eksik; lütfen size gönderilen bağlantıyı yeniden açın.</Notice>
          <Link to="/" className={buttonClass('secondary')}>
            Ana sayfaya dön
          </Link>
        </>
      )}
      {token ? (
        <Suspense fallback={<Skeleton className="h-72" />}>
          <Payment token={token} onState={setState} />
        </Suspense>
      ) : (
        token === undefined && <Skeleton className="h-72" />
      )}
    </AccountPage>
  )
}

/** Undefined until the browser has it; empty when there is none. */
function useToken(): string | undefined {
  const [token, setToken] = useState<string>()
  useEffect(() => {
    const read = () => {
      const given = new URLSearchParams(window.location.hash.slice(1)).get('token')
      try {
        if (given) sessionStorage.setItem(keptAt, given)
        setToken(given ?? sessionStorage.getItem(keptAt) ?? '')
      } catch {
        setToken(given ?? '')
      }
    }
    read()
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [])
  return token
}
