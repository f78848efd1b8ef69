/** How long the line may take. */
export function timeWords(seconds: number | null): string {
  if (seconds === null) return 'Kalan süre hesaplanıyor'
  if (seconds <= 60) return 'Tahminen bir dakikadan az'
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 60) return `Tahminen ${minutes} dakika`
  const hours = Math.floor(minutes / 60)
  return `Tahminen ${hours} saat${minutes % 60 > 0 ? ` ${minutes % 60} dakika` : ''}`
}
