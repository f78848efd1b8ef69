import { BarController, BarElement, CategoryScale, Chart, LinearScale, Tooltip } from 'chart.js'
import { useEffect, useRef } from 'react'
import { formatTl } from '#shop/money.ts'
import { dayName } from '../parts/day-name.ts'

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip)

type Day = { day: string; amount: number; orders: number }

/** Sales of each day as bars, today's the darkest. The table beside it says the same in numbers. */
export default function SalesChart({ days }: { days: Day[] }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const drawn = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same days are not drawn again
  useEffect(() => {
    if (!canvas.current) return
    const chart = new Chart(canvas.current, settingsOf(days, { moving: !drawn.current }))
    drawn.current = true
    return () => chart.destroy()
  }, [JSON.stringify(days)])
  const sum = days.reduce((sum, { amount }) => sum + amount, 0)
  return (
    <div className="relative h-56 sm:h-64">
      <canvas
        ref={canvas}
        role="img"
        aria-label={`Son 30 günün satışları: toplam ${formatTl(Math.round(sum * 100) / 100)}. Günlere göre tutarlar aşağıdaki tablodadır.`}
      />
    </div>
  )
}

function settingsOf(days: Day[], { moving }: { moving: boolean }) {
  const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(`--color-${name}`)
  const [ink, muted, edge, line] = [token('ink'), token('muted'), token('edge'), token('line')]
  const font = { family: getComputedStyle(document.body).fontFamily, size: 13 }
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  return {
    type: 'bar' as const,
    data: {
      labels: days.map(({ day }) => dayName(day)),
      datasets: [
        {
          data: days.map(({ amount }) => amount),
          backgroundColor: days.map((_, index) => (index === days.length - 1 ? ink : edge)),
          hoverBackgroundColor: ink,
          borderRadius: 1,
          categoryPercentage: 0.9,
          barPercentage: 0.9,
        },
      ],
    },
    options: {
      maintainAspectRatio: false,
      animation: still || !moving ? (false as const) : { duration: 400 },
      interaction: { mode: 'index' as const, intersect: false },
      scales: {
        x: {
          grid: { display: false },
          border: { color: line },
          ticks: { color: muted, font, maxRotation: 0, autoSkipPadding: 24 },
        },
        y: {
          beginAtZero: true,
          grid: { color: line },
          border: { display: false },
          ticks: { color: muted, font, maxTicksLimit: 5, callback: (value: number | string) => shortTl(Number(value)) },
        },
      },
      plugins: {
        tooltip: {
          displayColors: false,
          backgroundColor: ink,
          titleFont: font,
          bodyFont: font,
          callbacks: {
            label: ({ dataIndex }: { dataIndex: number }) => {
              const day = days[dataIndex]
              return day ? [formatTl(day.amount), `${day.orders} sipariş`] : ''
            },
          },
        },
      },
    },
  }
}

const short = new Intl.NumberFormat('tr-TR', { notation: 'compact', maximumFractionDigits: 1 })

/** '12,5 B TL' */
function shortTl(amount: number): string {
  return `${short.format(amount)} TL`
}
