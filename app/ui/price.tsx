import { discountPercent, formatKurus } from '#shop/money.ts'

type PriceProps = {
  kurus: number | null
  originalKurus?: number | null
  className?: string
  as?: 'p' | 'span'
  /** The percent of the discount stands elsewhere. */
  plain?: boolean
}

/** The price; a higher earlier one is struck through, with the percent of the discount. */
export function Price({ kurus, originalKurus = null, className = '', as: Tag = 'p', plain = false }: PriceProps) {
  if (kurus === null) return <Tag className={`text-muted ${className}`}>Fiyat Belirtilmemiş</Tag>
  const percent = discountPercent(kurus, originalKurus)
  if (percent === 0 || originalKurus === null)
    return <Tag className={`tabular-nums ${className}`}>{formatKurus(kurus)}</Tag>
  return (
    <Tag className={`flex flex-wrap items-baseline gap-x-2 tabular-nums ${className}`}>
      <ins className="no-underline">
        <span className="sr-only">İndirimli fiyat </span>
        {formatKurus(kurus)}
      </ins>
      <del className="text-muted">
        <span className="sr-only">Önceki fiyat </span>
        {formatKurus(originalKurus)}
      </del>
      {!plain && (
        <span className="whitespace-nowrap text-nar">
          <Discount percent={percent} />
        </span>
      )}
    </Tag>
  )
}

/** '%20 indirim', as it is read and as it is said. */
export function Discount({ percent }: { percent: number }) {
  return (
    <>
      <span aria-hidden="true">{`%${percent} indirim`}</span>
      <span className="sr-only">{`yüzde ${percent} indirim`}</span>
    </>
  )
}
