import { Suspense, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { AccountPage } from '#app/account/page.tsx'
import { ApiError, sentenceOf } from '#app/browser/api-client.ts'
import { lazyOnline } from '#app/browser/lazy-online.ts'
import { openAccount } from '#app/browser/session-store.ts'
import { type Loaded, useLoaded } from '#app/browser/use-loaded.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { joinedMark } from '#shop/mail/link-marks.ts'
import { orderNumber } from '../order-words.ts'
import { AskLink } from './ask-link.tsx'
import { type LinkedOrder, OrderByLink, openByLink } from './order.tsx'

const ReviewsOfAccount = lazyOnline(async () => ({
  default: (await import('../../reviews/by-mail.tsx')).ReviewsOfAccount,
}))

/** Where who has no account comes to her order: by the link of a mail, or for a new one. */
export function FollowOrder() {
  const asked = useAsked()
  if (asked === undefined) return <Waiting />
  const { token, review } = asked
  if (review && (token === '' || token === joinedMark)) {
    return (
      <Suspense fallback={<Waiting />}>
        <ReviewsOfAccount orderId={review} />
      </Suspense>
    )
  }
  if (token === '') {
    return (
      <AccountPage title="Sipariş takip">
        <AskLink />
      </AccountPage>
    )
  }
  if (token === joinedMark) return <Joined />
  return <Linked key={token} token={token} review={review !== ''} />
}

/** The values after the #, which only the browser knows. Undefined until they have been read; a missing one is empty. */
function useAsked(): { token: string; review: string } | undefined {
  const [asked, setAsked] = useState<{ token: string; review: string }>()
  useEffect(() => {
    function read() {
      const given = new URLSearchParams(window.location.hash.slice(1))
      setAsked({ token: given.get('token') ?? '', review: given.get('yorum') ?? '' })
    }
    read()
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [])
  return asked
}

/** `review`: its mail asked for one. */
function Linked({ token, review }: { token: string; review: boolean }) {
  const { state, again } = useLoaded(token, (signal) => openByLink(token, signal))
  if (isJoined(state)) return <Joined />
  if (state.kind === 'loading') return <Waiting />
  if (state.kind === 'failed') return <NotOpened error={state.error} onAgain={again} />
  return (
    <AccountPage title={`Sipariş ${orderNumber(state.value.id)}`}>
      <OrderByLink order={state.value} token={token} review={review} />
    </AccountPage>
  )
}

function isJoined(state: Loaded<LinkedOrder>): boolean {
  return state.kind === 'failed' && state.error instanceof ApiError && state.error.code === 'LOGIN_REQUIRED'
}

function Joined() {
  return (
    <AccountPage title="Siparişiniz hesabınızda">
      <p>Bu sipariş artık hesabınızda; görmek için giriş yapın.</p>
      <Button onClick={openAccount} className="justify-self-start">
        Siparişlerimi aç
      </Button>
    </AccountPage>
  )
}

/** A link that has ended is answered with the way to a new one. */
function NotOpened({ error, onAgain }: { error: unknown; onAgain: () => void }) {
  const isOver = error instanceof ApiError && error.status === 401
  return (
    <AccountPage title="Sipariş takip">
      <Notice tone="bad">{sentenceOf(error, 'Siparişiniz açılamadı. Lütfen tekrar deneyin.')}</Notice>
      {isOver ? (
        <AskLink />
      ) : (
        <div className="flex flex-wrap gap-3">
          <Button onClick={onAgain}>Tekrar Dene</Button>
          <Link to="/" className={buttonClass('secondary')}>
            Ana sayfaya dön
          </Link>
        </div>
      )}
    </AccountPage>
  )
}

function Waiting() {
  return (
    <AccountPage title="Sipariş takip">
      <div role="status" aria-label="Siparişiniz açılıyor" className="grid gap-4">
        <Skeleton className="h-8 w-2/3" />
        <Skeleton className="h-48" />
      </div>
    </AccountPage>
  )
}
