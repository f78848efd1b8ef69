import type { WireSale } from '#api/wire/admin/sales.ts'
import { Button } from '#app/ui/button.tsx'
import { dayName } from '../parts/day-name.ts'
import { monthAfter, monthName, salesOn, weeksOf } from './month.ts'

type CalendarProps = {
  month: string
  /** '' while none is chosen. */
  day: string
  today: string
  sales: WireSale[]
  onMonth: (month: string) => void
  onDay: (day: string) => void
}

const weekdays = ['Pzt', 'Sal', 'Çar', 'Per', 'Cum', 'Cmt', 'Paz']

/** A month with the sales of each day; a day that has some can be chosen. */
export function Calendar({ month, onMonth, ...days }: CalendarProps) {
  return (
    <section aria-label="İndirim takvimi" className="mb-6 border border-line bg-surface">
      <div className="flex items-center justify-between gap-2 border-line border-b px-2 py-1">
        <Button look="quiet" aria-label="Önceki ay" onClick={() => onMonth(monthAfter(month, -1))}>
          Önceki
        </Button>
        <h2 aria-live="polite" className="font-display text-lg">
          {monthName(month)}
        </h2>
        <Button look="quiet" aria-label="Sonraki ay" onClick={() => onMonth(monthAfter(month, 1))}>
          Sonraki
        </Button>
      </div>
      <table className="w-full table-fixed border-collapse text-sm">
        <thead>
          <tr>
            {weekdays.map((name) => (
              <th key={name} scope="col" className="py-2 font-normal text-muted">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((day, place) => (
                <td key={day ?? weekdays[place]} className="border-line border-t p-0 align-top not-first:border-l">
                  {day && <Day {...days} date={day} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type DayProps = Omit<CalendarProps, 'month' | 'onMonth'> & { date: string }

function Day({ date, day, today, sales, onDay }: DayProps) {
  const held = salesOn(sales, date)
  const number = <DayNumber date={date} today={date === today} />
  if (held.length === 0) return <div className="min-h-14 p-1 text-muted md:min-h-24">{number}</div>
  const chosen = date === day
  return (
    <button
      type="button"
      aria-pressed={chosen}
      aria-label={`${dayName(date)}: ${held.map(({ name }) => name).join(', ')}`}
      onClick={() => onDay(chosen ? '' : date)}
      className={`flex min-h-14 w-full flex-col gap-1 p-1 text-left hover:bg-paper md:min-h-24 ${chosen ? 'bg-nar-soft' : ''}`}
    >
      {number}
      <span aria-hidden="true" className="flex flex-wrap gap-1 md:hidden">
        {held.slice(0, 4).map(({ id, state }) => (
          <span key={id} className={`size-2 rounded-full ${dots[state]}`} />
        ))}
      </span>
      <span aria-hidden="true" className="grid w-full gap-1 max-md:hidden">
        {held.slice(0, 3).map(({ id, name, state }) => (
          <span key={id} className={`truncate rounded-xs px-1 text-xs leading-5 ${bars[state]}`}>
            {name}
          </span>
        ))}
        {held.length > 3 && <span className="text-muted text-xs">+{held.length - 3}</span>}
      </span>
    </button>
  )
}

function DayNumber({ date, today }: { date: string; today: boolean }) {
  return (
    <span
      className={`grid size-6 place-items-center rounded-full tabular-nums ${today ? 'bg-ink text-white' : ''}`}
      aria-current={today ? 'date' : undefined}
    >
      {Number(date.slice(8))}
    </span>
  )
}

export const dots: Record<WireSale['state'], string> = {
  PLANNED: 'border-2 border-nar',
  RUNNING: 'bg-nar',
  ENDED: 'bg-muted',
  CANCELLED: 'border-2 border-muted',
}

const bars: Record<WireSale['state'], string> = {
  PLANNED: 'border border-nar bg-surface text-ink',
  RUNNING: 'bg-nar text-white',
  ENDED: 'border border-line bg-paper text-ink',
  CANCELLED: '',
}
