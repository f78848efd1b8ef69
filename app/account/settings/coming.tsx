import { Skeleton } from '#app/ui/skeleton.tsx'

export function SettingsComing() {
  return (
    <div role="status" aria-label="Ayarlar yükleniyor" className="grid gap-4">
      <Skeleton className="h-7 w-40" />
      {[1, 2, 3].map((n) => (
        <Skeleton key={n} className="h-12" />
      ))}
      <Skeleton className="mt-6 h-7 w-24" />
      {[1, 2, 3].map((n) => (
        <Skeleton key={n} className="h-12" />
      ))}
    </div>
  )
}
