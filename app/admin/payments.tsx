import { type ReactNode, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { toast } from '#app/ui/toast.tsx'
import { useLoaded } from '#app/use-loaded.ts'
import { formatDate, formatMoment } from '#shop/time.ts'
import { adminCall, sentenceOf } from './admin-api.ts'
import { refreshDashboard } from './dashboard-store.ts'
import { EmptyList, ListFailed } from './list-parts.tsx'
import { AttemptRow } from './payment-attempt.tsx'
import { FindingRow } from './payment-finding.tsx'
import { needsDecision, type PaymentsOverview, tl } from './payment-words.ts'

/** Where the money is: what is taken without an order, what is open, where the bank's books differ. */
export default function Payments() {
  const { state, again } = useLoaded('payments', (signal) =>
    adminCall<PaymentsOverview>('GET', '/admin/payments', undefined, { signal }),
  )
  return (
    <>
      <h1 className="mb-4 font-display text-2xl">Ödemeler</h1>
      {state.kind === 'loading' && <Coming />}
      {state.kind === 'failed' && <ListFailed error={state.error} otherwise="Ödemeler alınamadı" onAgain={again} />}
      {state.kind === 'ready' && (
        <div className={state.refreshing ? 'opacity-60' : ''}>
          <Overview
            overview={state.value.data}
            onChanged={() => {
              again()
              refreshDashboard()
            }}
          />
        </div>
      )}
    </>
  )
}

function Overview({ overview, onChanged }: { overview: PaymentsOverview; onChanged: () => void }) {
  const { summary, attempts, refunds, findings } = overview
  const decisions = attempts.filter(needsDecision)
  const waiting = attempts.filter((attempt) => !needsDecision(attempt))
  const settled = attempts.length + refunds.length + findings.length === 0
  return (
    <div className="grid gap-8">
      <Alarms overview={overview} />
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 max-sm:[&>:first-child]:col-span-2">
        <Figure label="Para çekildi, sipariş yok" count={summary.chargedWithoutOrder} urgent />
        <Figure label="Sonucu beklenen" count={summary.openAttempts} />
        <Figure label="Banka kayıtlarıyla fark" count={summary.mismatches} urgent />
      </dl>
      <Comparison overview={overview} onCompared={onChanged} />
      {settled && (
        <EmptyList title="Her şey yolunda">
          Çekilen her ödemenin siparişi var, bankadan yanıt bekleyen ödeme yok. Mağaza ödemeleri her beş saniyede bir
          denetler, her gün bankanın kayıtlarıyla karşılaştırır; bir fark bulursa burada söyler.
        </EmptyList>
      )}
      {(decisions.length > 0 || findings.length > 0) && (
        <Section title="Kararınızı bekleyenler">
          {decisions.map((attempt) => (
            <AttemptRow key={attempt.id} attempt={attempt} onChanged={onChanged} />
          ))}
          {findings.map((finding) => (
            <FindingRow key={finding.id} finding={finding} onChanged={onChanged} />
          ))}
        </Section>
      )}
      {waiting.length > 0 && (
        <Section
          title="Bankadan sonuç beklenenler"
          hint="Çoğu birkaç dakika içinde kendiliğinden sonuçlanır; ürünleri o zamana kadar ayrılmış durur."
        >
          {waiting.map((attempt) => (
            <AttemptRow key={attempt.id} attempt={attempt} onChanged={onChanged} />
          ))}
        </Section>
      )}
      {refunds.length > 0 && (
        <Section title="Yoldaki iadeler" hint="Mağaza, banka onaylayana kadar kendiliğinden yeniden ister.">
          {refunds.map((refund) => (
            <li
              key={refund.id}
              className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-line border-b px-3 py-3"
            >
              <span>
                <span className="font-medium tabular-nums">{refund.shownOrderId}</span> · {tl(refund.amount)} iade
                ediliyor
              </span>
              <span className="text-muted tabular-nums">
                {refund.askedTimes} kez istendi · {formatMoment(refund.createdAt)}
              </span>
            </li>
          ))}
        </Section>
      )}
    </div>
  )
}

function Alarms({ overview: { provider, declines } }: { overview: PaymentsOverview }) {
  return (
    <>
      {!provider.answering && (
        <Notice tone="bad">
          Ödeme kuruluşu ({provider.name}) art arda yanıt vermedi. Mağaza ona kısa bir ara verdi; bu sırada yeni ödeme
          alınamaz. Yanıt gelir gelmez ödemeler kendiliğinden yeniden açılır.
        </Notice>
      )}
      {declines.alarming && declines.share !== null && (
        <Notice tone="bad">
          Son on dakikadaki ödemelerin %{Math.round(declines.share * 100)} kadarını bankalar reddetti. Birisi çalıntı
          kart deniyor olabilir; ödeme kuruluşunuza haber verin.
        </Notice>
      )}
    </>
  )
}

/** Large and green while it is nought. */
function Figure({ label, count, urgent = false }: { label: string; count: number; urgent?: boolean }) {
  const tone = count === 0 ? 'text-good' : urgent ? 'text-bad' : 'text-ink'
  return (
    <div className="flex flex-col-reverse justify-end rounded-xs border border-line bg-surface px-4 py-3">
      <dt className="text-muted text-sm">{label}</dt>
      <dd className={`flex items-center gap-2 font-display text-3xl tabular-nums ${tone}`}>
        {count}
        {count === 0 ? <Icon name="check" size={22} /> : urgent && <Icon name="info" size={22} />}
      </dd>
    </div>
  )
}

function Comparison({ overview, onCompared }: { overview: PaymentsOverview; onCompared: () => void }) {
  const [busy, setBusy] = useState(false)
  const last = overview.lastReconciliation

  async function compare() {
    setBusy(true)
    try {
      await adminCall('POST', '/admin/payments/reconciliation', {})
      toast('good', 'Bugünün ödemeleri bankanın kayıtlarıyla karşılaştırıldı.')
      onCompared()
    } catch (error) {
      toast('bad', sentenceOf(error, 'Karşılaştırma yapılamadı. Lütfen tekrar deneyin.'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-line border-y py-3 text-sm">
      <p>
        {last ? (
          <>
            Son karşılaştırma: <span className="tabular-nums">{formatMoment(last.at)}</span>,{' '}
            {formatDate(`${last.day}T12:00:00+03:00`)} günü. {last.payments} ödeme,{' '}
            {last.findings === 0 ? 'fark yok.' : <span className="text-bad">{last.findings} fark.</span>}
          </>
        ) : (
          'Banka kayıtlarıyla henüz karşılaştırma yapılmadı; ilki bugünün bitiminde kendiliğinden yapılır.'
        )}
      </p>
      <Button look="secondary" disabled={busy} onClick={compare}>
        {busy ? 'Karşılaştırılıyor…' : 'Bugünü şimdi karşılaştır'}
      </Button>
    </div>
  )
}

function Section({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="font-display text-xl">{title}</h2>
      {hint && <p className="mt-1 text-muted text-sm">{hint}</p>}
      <ul className="mt-3 border-line border-t bg-surface text-sm">{children}</ul>
    </section>
  )
}

function Coming() {
  return (
    <div role="status" aria-label="Ödemeler yükleniyor" className="grid gap-3">
      <div className="grid gap-3 sm:grid-cols-3">
        {[1, 2, 3].map((n) => (
          <Skeleton key={n} className="h-24" />
        ))}
      </div>
      <Skeleton className="h-14" />
      <Skeleton className="h-40" />
    </div>
  )
}
