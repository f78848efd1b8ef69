import type { ReactNode } from 'react'
import type { WirePaymentsOverview } from '#api/wire/admin/payments.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { formatDate, formatMoment } from '#shop/time.ts'
import { refreshDashboard } from '../dashboard/store.ts'
import { useOrderNews } from '../orders/live.ts'
import { adminCall } from '../parts/api.ts'
import { EmptyList, ListFailed } from '../parts/list-parts.tsx'
import { useRights } from '../parts/rights.ts'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'
import { AttemptRow } from './attempt.tsx'
import { needsDecision, waitsForKeys } from './attempt-words.ts'
import { DiscrepancyRow } from './discrepancy.tsx'
import { RefundRow } from './refund.tsx'
import { Transfers } from './transfers.tsx'

/** Where the money is: what is taken without an order, what is open, where the bank's books differ. */
export default function Payments() {
  const news = useOrderNews()
  const { state, again } = useLoaded(`payments ${news}`, (signal) =>
    adminCall<'GET /admin/payments'>('GET', '/admin/payments', undefined, { signal }),
  )
  return (
    <>
      <h1 className="mb-4 font-display text-2xl">Ödemeler</h1>
      <Transfers
        taken={state.kind === 'ready' && state.value.data.takesTransfers}
        onChanged={() => {
          again()
          refreshDashboard()
        }}
      />
      {state.kind === 'loading' && <Coming />}
      {state.kind === 'failed' && <ListFailed error={state.error} otherwise="Ödemeler alınamadı" onAgain={again} />}
      {state.kind === 'ready' && (
        <div aria-busy={state.refreshing} className="aria-busy:opacity-60">
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

function Overview({ overview, onChanged }: { overview: WirePaymentsOverview; onChanged: () => void }) {
  const { summary, attempts, refunds } = overview
  const decisions = attempts.filter(needsDecision)
  // A discrepancy of a payment that waits for a decision anyway stands with that payment, once.
  const discrepancies = overview.findings.filter(
    ({ attemptId, paymentId }) => !decisions.some((one) => one.id === attemptId && one.paymentId === paymentId),
  )
  const keyless = attempts.filter(waitsForKeys)
  const waiting = attempts.filter((attempt) => !needsDecision(attempt) && !waitsForKeys(attempt))
  const unclear = refunds.filter((refund) => refund.needsDecision || refund.byHand)
  const onTheirWay = refunds.filter((refund) => !refund.needsDecision && !refund.byHand)
  const settled = attempts.length + refunds.length + discrepancies.length === 0
  return (
    <div className="grid gap-8">
      <Alarms overview={overview} />
      <Figures summary={summary} />
      <Comparison overview={overview} onCompared={onChanged} />
      {settled && overview.provider.answering && !overview.declines.alarming && <AllSettled />}
      {decisions.length + unclear.length + discrepancies.length > 0 && (
        <Section title="Kararınızı bekleyenler">
          {decisions.map((attempt) => (
            <AttemptRow key={attempt.id} attempt={attempt} onChanged={onChanged} />
          ))}
          {unclear.map((refund) => (
            <RefundRow key={refund.id} refund={refund} onChanged={onChanged} />
          ))}
          {discrepancies.map((discrepancy) => (
            <DiscrepancyRow key={discrepancy.id} discrepancy={discrepancy} onChanged={onChanged} />
          ))}
        </Section>
      )}
      {keyless.length > 0 && (
        <Section title="Ödeme kuruluşunun anahtarlarını bekleyenler">
          {keyless.map((attempt) => (
            <AttemptRow key={attempt.id} attempt={attempt} onChanged={onChanged} />
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
      {onTheirWay.length > 0 && (
        <Section title="Yoldaki iadeler" hint="Mağaza, bankanın kaydı belli olana kadar kendiliğinden yeniden sorar.">
          {onTheirWay.map((refund) => (
            <RefundRow key={refund.id} refund={refund} onChanged={onChanged} />
          ))}
        </Section>
      )}
    </div>
  )
}

function AllSettled() {
  return (
    <EmptyList title="Her şey yolunda">
      Çekilen her ödemenin siparişi var, bankadan yanıt bekleyen ödeme yok. Mağaza ödemeleri her beş saniyede bir
      denetler, her gün bankanın kayıtlarıyla karşılaştırır; bir fark bulursa burada söyler.
    </EmptyList>
  )
}

function Figures({ summary }: { summary: WirePaymentsOverview['summary'] }) {
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 max-sm:[&>:first-child]:col-span-2">
      <Figure label="Para çekildi, sipariş yok" count={summary.chargedWithoutOrder} urgent />
      <Figure label="Sonucu beklenen" count={summary.openAttempts} />
      <Figure label="Banka kayıtlarıyla fark" count={summary.mismatches} urgent />
    </dl>
  )
}

function Alarms({ overview: { provider, declines } }: { overview: WirePaymentsOverview }) {
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
          Son on dakikadaki ödemelerin %{Math.round(declines.share * 100)} kadarı reddedildi. Birisi çalıntı kart
          deniyor olabilir; ödeme kuruluşunuza haber verin.
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

function Comparison({ overview, onCompared }: { overview: WirePaymentsOverview; onCompared: () => void }) {
  const { busy, submit } = useAdminSubmit('Karşılaştırma yapılamadı. Lütfen tekrar deneyin.')
  const decides = useRights().includes('payments')
  const last = overview.lastReconciliation

  const compare = () =>
    submit(async () => {
      await adminCall('POST', '/admin/payments/reconciliation', {})
      onCompared()
      return 'Bugünün ödemeleri bankanın kayıtlarıyla karşılaştırıldı.'
    })

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
      {decides && (
        <Button look="secondary" disabled={busy} onClick={compare}>
          {busy ? 'Karşılaştırılıyor…' : 'Bugünü şimdi karşılaştır'}
        </Button>
      )}
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
