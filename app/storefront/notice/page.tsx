import { Suspense, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { AccountPage } from '#app/account/page.tsx'
import { lazyOnline } from '#app/browser/lazy-online.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { shopOf } from '../../frame/page-meta.ts'
import type { Route } from './+types/page.ts'

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `Gelince haber ver | ${shopOf(matches).name}` },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
]

const Waiting = lazyOnline(async () => ({ default: (await import('./waiting.tsx')).Waiting }))

/** The page of a stock notice's link. What it opens stands after the #, which no server, cache or other site ever sees. */
export default function StockNoticePage() {
  const token = useToken()
  const [title, setTitle] = useState('Gelince haber ver')
  return (
    <AccountPage title={title}>
      {token === '' && (
        <>
          <Notice tone="bad">Bağlantı eksik; lütfen e-postanızdaki bağlantıyı yeniden açın.</Notice>
          <Link to="/" className={buttonClass('secondary')}>
            Ana sayfaya dön
          </Link>
        </>
      )}
      {token ? (
        <Suspense fallback={<Skeleton className="h-72" />}>
          <Waiting key={token} token={token} onTitle={setTitle} />
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
    const read = () => setToken(new URLSearchParams(window.location.hash.slice(1)).get('token') ?? '')
    read()
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [])
  return token
}
