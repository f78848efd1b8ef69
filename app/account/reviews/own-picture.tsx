import { useFileAddress } from '#app/browser/use-loaded.ts'
import { Skeleton } from '#app/ui/skeleton.tsx'

/** Fetched with her token: until the review is shown nobody else sees it. */
export function OwnPicture({ id, alt }: { id: string; alt: string }) {
  const { address, failed } = useFileAddress(`/reviews/images/${id}?size=small`)
  if (failed) return <p className="text-muted text-sm">Görsel alınamadı.</p>
  if (!address) return <Skeleton className="aspect-4/5 w-16" />
  return <img src={address} alt={alt} className="aspect-4/5 w-16 rounded-xs object-cover" />
}
