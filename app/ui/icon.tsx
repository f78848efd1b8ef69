/** The shop's few drawings: one stroke of 1.5 on a field of 24. A circle is one arc that ends beside its beginning. */
const drawings = {
  menu: 'M4 8h16M4 16h16',
  close: 'M6 6l12 12M18 6L6 18',
  back: 'M20 12H4m6-6-6 6 6 6',
  next: 'M4 12h16m-6-6 6 6-6 6',
  down: 'm6 9 6 6 6-6',
  heart: 'M12 20S4 15.2 4 9.4A4.4 4.4 0 0 1 12 7a4.4 4.4 0 0 1 8 2.4C20 15.2 12 20 12 20Z',
  bag: 'M5 8.5h14l1 12H4l1-12Zm3.5 0V7a3.5 3.5 0 0 1 7 0v1.5',
  user: 'M12 11.5a4 4 0 1 0-.01 0Zm-7.5 9c.6-3.6 3.6-5.5 7.5-5.5s6.9 1.9 7.5 5.5',
  search: 'M10.5 17a6.5 6.5 0 1 0-.01 0Zm4.7-1.8L20 20',
  zoom: 'M10.5 17a6.5 6.5 0 1 0-.01 0Zm4.7-1.8L20 20M10.5 8v5M8 10.5h5',
  filter: 'M4 7h16M7 12h10m-7 5h4',
  share: 'M12 15V4M8 7.5 12 4l4 3.5M5.5 11.5v8h13v-8',
  ruler: 'm3.5 15.5 12-12 5 5-12 12-5-5ZM7 12l2 2m1-5 3 3m0-6 2 2',
  top: 'M9 4.5c.5 1.5 1.6 2.3 3 2.3s2.5-.8 3-2.3l5 2.5-1.8 4-2.2-.7V19.5H8V10.3L5.8 11 4 7l5-2.5Z',
  skirt: 'M8 4.5h8V8l3.5 11.5h-15L8 8V4.5ZM8 8h8',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  crop: 'M7 3v14h14M3 7h14v14',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  truck: 'M3 6.5h11v10H3zM14 10h3.5l3.5 3.5v3h-7M7.5 19a1.8 1.8 0 1 0-.01 0Zm9.5 0a1.8 1.8 0 1 0-.01 0Z',
  return: 'M4 9h10.5a5 5 0 0 1 0 10H8M8 5 4 9l4 4',
  box: 'm4 8 8-4 8 4v8.5l-8 4-8-4V8Zm0 0 8 4m0 0 8-4m-8 4v8.5',
  pause: 'M9 6v12M15 6v12',
  play: 'M8 5.5v13l10.5-6.5L8 5.5Z',
  hanger:
    'M12 9.5 3 16.2c-.8.6-.4 1.8.6 1.8h16.8c1 0 1.4-1.2.6-1.8L12 9.5Zm0 0V8.3c0-.7.5-1 1-1.4.7-.5 1-1 1-1.7a2 2 0 0 0-4 0',
  mail: 'M3.5 6h17v12h-17zm0 .5 8.5 6.5 8.5-6.5',
  instagram:
    'M8 3.5h8A4.5 4.5 0 0 1 20.5 8v8a4.5 4.5 0 0 1-4.5 4.5H8A4.5 4.5 0 0 1 3.5 16V8A4.5 4.5 0 0 1 8 3.5Zm4 12.2a3.7 3.7 0 1 0-.01 0ZM16.7 7.3h.01',
  info: 'M12 20.5a8.5 8.5 0 1 0-.01 0ZM12 11v5.5M12 7.5h.01',
} as const

export type IconName = keyof typeof drawings

/** Decoration beside words, or inside a control that has its own name. */
export function Icon({ name, size = 20, filled = false }: { name: IconName; size?: number; filled?: boolean }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={filled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className="shrink-0"
    >
      <path d={drawings[name]} />
    </svg>
  )
}
