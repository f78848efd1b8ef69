import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import type { WireStockNotice } from '#api/wire/forms.ts'
import { ApiError, api, sentenceOf } from '#app/browser/api-client.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { useSubmit } from '#app/ui/use-submit.ts'
import { formatTl } from '#shop/money.ts'
import { formatMoment, minutes, seconds } from '#shop/time.ts'
import { openCart } from '../cart/store.ts'
import { putKept } from './kept-line.ts'

type WaitingProps = { token: string; onTitle: (title: string) => void }

/** Where she stands who waits for a size, and what she may do there. */
export function Waiting({ token, onTitle }: WaitingProps) {
  const at = `/stock-notices/${encodeURIComponent(token)}` as const
  const { state, again, change } = useLoaded(token, (signal) =>
    api.get<'GET /stock-notices/{token}'>(at, { signal, guest: true }),
  )
  const { busy, bad, submit } = useSubmit({ failure: 'İşlem yapılamadı. Lütfen tekrar deneyin.' })
  const left = useLeft(state.kind === 'failed' ? state.error : undefined)
  const notice = state.kind === 'ready' ? state.value : undefined
  useEffect(() => {
    if (notice) onTitle(titles[notice.state])
  }, [notice, onTitle])
  useEndOf(notice?.heldUntil, again)
  if (state.kind === 'loading') return <Skeleton className="h-72" />
  if (!notice) return <NotThere error={left} onAgain={again} />

  function say(call: 'confirm' | 'again') {
    submit(async () => {
      const next = await api.post<'POST /stock-notices/{token}/again'>(
        `${at}/${call}` as `${typeof at}/again`,
        undefined,
        {
          guest: true,
        },
      )
      change(() => next)
    })
  }
  function leave() {
    submit(async () => {
      await api.post<'POST /stock-notices/{token}/leave'>(`${at}/leave`, undefined, { guest: true })
      again()
    })
  }
  const inLine = notice.state === 'WAITING' || notice.state === 'HELD' || notice.state === 'UNCONFIRMED'
  return (
    <>
      <Piece notice={notice} />
      <How notice={notice} />
      {bad && <Notice tone="bad">{bad}</Notice>}
      <div className="flex flex-wrap items-center gap-3">
        <WayOn notice={notice} token={token} busy={busy} onSay={say} />
        {inLine && (
          <Button look="quiet" disabled={busy} onClick={leave}>
            {notice.state === 'HELD' ? 'İstemiyorum, sıradakine geçsin' : 'Sıradan çık'}
          </Button>
        )}
      </div>
    </>
  )
}

const titles: Record<WireStockNotice['state'], string> = {
  UNCONFIRMED: 'Sıraya girin',
  WAITING: 'Sıradasınız',
  HELD: 'Sizin için ayırdık',
  BOUGHT: 'İyi günlerde kullanın',
  OVER: 'Ayırma süresi doldu',
  GONE: 'Bu ürün şu anda satışta değil',
}

/** The page asks again as soon as what is kept goes on to the next. */
function useEndOf(heldUntil: string | null | undefined, again: () => void) {
  useEffect(() => {
    if (!heldUntil) return
    const left = Math.max(0, new Date(heldUntil).getTime() - Date.now())
    const over = setTimeout(again, Math.min(left + seconds(1), minutes(60)))
    return () => clearTimeout(over)
  }, [heldUntil, again])
}

function useLeft(error: unknown): { sentence: string; final: boolean } {
  return {
    sentence: sentenceOf(error, 'Sıranız okunamadı. Lütfen tekrar deneyin.'),
    final: error instanceof ApiError && error.status === 404,
  }
}

function NotThere({ error, onAgain }: { error: { sentence: string; final: boolean }; onAgain: () => void }) {
  return (
    <>
      <Notice tone={error.final ? 'plain' : 'bad'}>{error.sentence}</Notice>
      {error.final ? (
        <Link to="/" className={buttonClass('secondary', 'justify-self-start')}>
          Ana sayfaya dön
        </Link>
      ) : (
        <Button look="secondary" onClick={onAgain} className="justify-self-start">
          Tekrar Dene
        </Button>
      )}
    </>
  )
}

function Piece({ notice: { product, size, color, price } }: { notice: WireStockNotice }) {
  return (
    <div className="flex gap-4 border-line border-y py-4">
      <Picture
        image={product.image ?? undefined}
        alt=""
        sizes={112}
        className="aspect-4/5 w-28 shrink-0 self-start rounded-xs object-cover"
      />
      <div className="min-w-0">
        <p className="break-words font-semibold">{product.name}</p>
        <p className="text-muted text-sm">
          Renk: {color ?? 'hangisi olursa'}
          <br />
          Beden: {size}
        </p>
        {price !== null && <p className="mt-2 tabular-nums">{formatTl(price)}</p>}
      </div>
    </div>
  )
}

function How({ notice }: { notice: WireStockNotice }) {
  const { heldUntil, ahead, keepsPlace } = notice
  const words: Record<WireStockNotice['state'], ReactNode> = {
    UNCONFIRMED:
      'Bu adresin sizin olduğunu onaylayın; sıranız istediğiniz andan itibaren sayılır. Sıra size geldiğinde size bir kez haber veririz.',
    WAITING:
      ahead === 0
        ? 'Sıradaki ilk kişi sizsiniz. Geldiğinde bir adedini sizin için ayırıp size e-posta göndereceğiz.'
        : `Önünüzde ${ahead} kişi var. Sıra size geldiğinde bir adedini sizin için ayırıp size e-posta göndereceğiz.`,
    HELD: heldUntil && (
      <>
        Bir adet <strong className="font-semibold">{formatMoment(heldUntil)}</strong> tarihine kadar sizin için ayrıldı.
        Bu süre içinde satın almazsanız sıradaki kişiye geçer.
      </>
    ),
    BOUGHT: 'Sizin için ayırdığımız ürünü satın aldınız.',
    OVER: keepsPlace
      ? 'Ürün sıradaki kişiye geçti. E-postamızı geç gördüyseniz eski yerinize bir kez geri dönebilirsiniz.'
      : 'Ürün sıradaki kişiye geçti. İsterseniz yeniden sıraya girebilirsiniz.',
    GONE: 'Ürün şimdilik satıştan kalktı. Sıradaysanız yeriniz korunur; yeniden satışa çıkarsa sıra size gelince haber veririz.',
  }
  return <p>{words[notice.state]}</p>
}

type WayOnProps = { notice: WireStockNotice; token: string; busy: boolean; onSay: (call: 'confirm' | 'again') => void }

function WayOn({ notice, token, busy, onSay }: WayOnProps) {
  const { state, product, size, color } = notice
  if (state === 'UNCONFIRMED') {
    return (
      <Button disabled={busy} onClick={() => onSay('confirm')}>
        Onaylıyorum, sıraya gir
      </Button>
    )
  }
  if (state === 'OVER') {
    return (
      <Button disabled={busy} onClick={() => onSay('again')}>
        {notice.keepsPlace ? 'Yerime geri dön' : 'Yeniden sıraya gir'}
      </Button>
    )
  }
  if (state === 'HELD') {
    return (
      <>
        <Button
          onClick={() => {
            putKept(notice, token)
            openCart()
          }}
        >
          Sepete ekle
        </Button>
        <Link to={addressOf(product.slug, size, color)} className={buttonClass('secondary')}>
          Ürüne bak
        </Link>
      </>
    )
  }
  const isGone = state === 'GONE'
  return (
    <Link to={isGone ? '/' : addressOf(product.slug, size, color)} className={buttonClass('secondary')}>
      {isGone ? 'Ana sayfaya dön' : 'Ürüne bak'}
    </Link>
  )
}

function addressOf(slug: string, size: string, color: string | null): string {
  return `/urun/${slug}?${new URLSearchParams({ ...(color ? { renk: color } : {}), beden: size })}`
}
