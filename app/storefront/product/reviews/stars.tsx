const star = 'm12 3.6 2.6 5.3 5.8.8-4.2 4.1 1 5.8-5.2-2.7-5.2 2.7 1-5.8-4.2-4.1 5.8-.8Z'

type StarsProps = { value: number; size?: number }

/** Five stars, filled as far as the value goes; decoration beside the number. */
export function Stars({ value, size = 16 }: StarsProps) {
  return (
    <span className="relative inline-flex shrink-0" aria-hidden="true">
      <Row size={size} fill="none" />
      {/* Drawn in the browser alone: the page's policy allows no style in what the server sends. */}
      <span className="absolute inset-0 flex" style={{ clipPath: `inset(0 ${100 - value * 20}% 0 0)` }}>
        <Row size={size} fill="currentColor" />
      </span>
    </span>
  )
}

function Row({ size, fill }: { size: number; fill: string }) {
  return (
    <svg
      width={size * 5}
      height={size}
      viewBox="0 0 120 24"
      fill={fill}
      stroke="currentColor"
      strokeWidth={1.2}
      aria-hidden="true"
    >
      {[0, 24, 48, 72, 96].map((left) => (
        <path key={left} d={star} transform={`translate(${left})`} />
      ))}
    </svg>
  )
}

/** '4,6' */
export function tenths(average: number): string {
  return average.toFixed(1).replace('.', ',')
}
