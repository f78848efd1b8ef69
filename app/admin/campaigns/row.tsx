import type { WireCoupon } from '#api/wire/admin/coupons.ts'
import { formatTl } from '#shop/money.ts'
import { formatMoment } from '#shop/time.ts'
import { offerOf, titleOf } from './fields.ts'

type RowProps = {
  campaign: WireCoupon
  busy: boolean
  onEdit: () => void
  onCopy: () => void
  onTurn: () => void
  onDelete: () => void
}

const act = 'min-h-11 underline decoration-line underline-offset-4 hover:decoration-ink'

/** A campaign: what it gives, how it stands, and what it brought. */
export function CampaignRow({ campaign, busy, onEdit, onCopy, onTurn, onDelete }: RowProps) {
  const title = titleOf(campaign)
  const { code, name, active, uses } = campaign
  return (
    <li className="grid gap-x-6 gap-y-2 border-line border-b px-3 py-3 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="wrap-anywhere font-medium text-base">{title}</span>
          <span className={stateOf(campaign) === 'Açık' ? '' : 'text-muted'}>{stateOf(campaign)}</span>
        </p>
        <p className="text-muted">
          {[code && name !== '' ? name : '', offerOf(campaign) === title ? '' : offerOf(campaign), ...rulesOf(campaign)]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <dl className="flex flex-wrap items-start gap-x-6 gap-y-1 tabular-nums">
        {campaign.totalLimit && <Figure name="Kullanım" value={`${uses} / ${campaign.totalLimit}`} />}
        <Figure name="Sipariş" value={`${campaign.orders}`} />
        {campaign.revenue !== undefined && <Figure name="Ciro" value={formatTl(campaign.revenue)} />}
        {campaign.discount !== undefined && <Figure name="İndirim" value={formatTl(campaign.discount)} />}
      </dl>
      <div className="flex flex-wrap gap-x-5 sm:col-span-2">
        <button type="button" onClick={onEdit} aria-label={`${title}: düzenle`} className={act}>
          Düzenle
        </button>
        {/* Somebody who may not see the customer it is for would copy it for everybody. */}
        {(!campaign.oneCustomer || campaign.customerEmail) && (
          <button type="button" onClick={onCopy} aria-label={`${title}: kopyala`} className={act}>
            Kopyala
          </button>
        )}
        <button
          type="button"
          disabled={busy}
          onClick={onTurn}
          aria-label={`${title}: ${active ? 'kapat' : 'aç'}`}
          className={act}
        >
          {active ? 'Kapat' : 'Aç'}
        </button>
        {uses === 0 && (
          <button type="button" onClick={onDelete} aria-label={`${title}: sil`} className={`${act} text-bad`}>
            Sil
          </button>
        )}
      </div>
    </li>
  )
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-muted text-xs">{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function stateOf({ active, startsAt, endsAt, totalLimit, uses }: WireCoupon): string {
  const now = new Date().toISOString()
  if (!active) return 'Kapalı'
  if (endsAt && endsAt <= now) return 'Süresi doldu'
  if (totalLimit !== null && uses >= totalLimit) return 'Tükendi'
  return startsAt && startsAt > now ? 'Başlamadı' : 'Açık'
}

/** The rules that narrow it, each in a few words. */
function rulesOf(campaign: WireCoupon): string[] {
  const { minTotal, startsAt, endsAt, personLimit, categoryIds, productIds, partner } = campaign
  return [
    campaign.code ? '' : 'kendiliğinden',
    minTotal > 0 ? `en az ${formatTl(minTotal)}` : '',
    categoryIds.length > 0 ? `${categoryIds.length} kategoride` : '',
    productIds.length > 0 ? `${productIds.length} üründe` : '',
    campaign.firstOrderOnly ? 'ilk siparişte' : personLimit ? `kişi başı ${personLimit}` : '',
    campaign.oneCustomer ? `yalnızca ${campaign.customerEmail ?? 'bir müşteriye'}` : '',
    startsAt ? `${formatMoment(new Date(startsAt))} itibarıyla` : '',
    endsAt ? `${formatMoment(new Date(endsAt))} tarihine kadar` : '',
    campaign.combinable ? 'diğerleriyle birleşir' : '',
    partner ? `paylaşan: ${partner}` : '',
  ]
}
