/** The middle one of some figures, and those that 95 and 99 of 100 stay below. */
export function median(values: number[]): number {
  return share(values, 0.5)
}

export function p95(values: number[]): number {
  return share(values, 0.95)
}

export function p99(values: number[]): number {
  return share(values, 0.99)
}

function share(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(Math.floor(sorted.length * part), sorted.length - 1)] ?? Number.NaN
}

export function tenths(value: number): number {
  return Math.round(value * 10) / 10
}
