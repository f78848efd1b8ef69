import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { api } from '#app/browser/api-client.ts'
import { shopOf } from '#app/frame/page-meta.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { agreeingMark } from '#shop/accounts/consents/words.ts'
import { AccountPage, tokenFromAddress } from '../page.tsx'
import type { Route } from './+types/unsubscribe.ts'
import { useSaving } from './use-saving.ts'

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `${shopOf(matches).name} - E-posta Tercihleri` },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
]

/** By the link of a mail. It asks first: programs that check mails open their links too. */
export default function Unsubscribe() {
  const [token, setToken] = useState<string>()
  const [known, setKnown] = useState(false)
  const [done, setDone] = useState(false)
  const { busy, bad, submit } = useSaving()
  useEffect(() => {
    setToken(tokenFromAddress())
    setKnown(true)
  }, [])

  const agrees = token?.startsWith(agreeingMark)

  async function decide() {
    const saved = await submit(async () => {
      if (agrees) await api.post('/mail-consents', { token }, { guest: true })
      else await api.post(`/unsubscribe?token=${encodeURIComponent(token ?? '')}`, undefined, { guest: true })
    })
    setDone(saved)
  }

  return (
    <AccountPage title="E-posta tercihleri">
      {known && !token && (
        <Notice tone="bad">
          Bu bağlantı eksik. Tercihinizi hesabınızdan değiştirebilir ya da bize yazabilirsiniz.
        </Notice>
      )}
      {done ? (
        <Notice tone="good">
          {agrees
            ? 'İzniniz için teşekkürler, kaydettik. Dilediğiniz zaman e-postalarımızdaki bağlantıyla geri alabilirsiniz.'
            : 'Kampanya e-postaları aboneliğinizden çıktınız. Size artık bu e-postaları göndermeyeceğiz.'}
        </Notice>
      ) : (
        token && (
          <>
            <p>
              {agrees
                ? 'Kampanya, indirim ve yeni ürün haberlerini bu adrese e-postayla göndermemizi onaylıyor musunuz?'
                : 'Kampanya, indirim ve yeni ürün e-postaları almak istemiyorsanız aboneliğinizden çıkabilirsiniz.'}
            </p>
            {bad && <Notice tone="bad">{bad}</Notice>}
            <Button disabled={busy} onClick={decide} className="justify-self-start">
              {busy ? 'Kaydediliyor…' : agrees ? 'Onaylıyorum' : 'Abonelikten çık'}
            </Button>
          </>
        )
      )}
      <p className="text-muted text-sm">
        Siparişleriniz ve hesabınızla ilgili bilgilendirme e-postaları bundan etkilenmez.
      </p>
      <Link to="/" className={buttonClass('secondary', 'justify-self-start')}>
        Ana sayfaya dön
      </Link>
    </AccountPage>
  )
}
