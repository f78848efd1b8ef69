import { Skeleton } from '#app/ui/skeleton.tsx'

/** Where a card will be, as high as one with its colors. */
export function CardSkeleton() {
  return (
    <li className="pb-12">
      <Skeleton className="aspect-4/5" />
      <Skeleton className="mt-4 h-4 w-3/4" />
      <Skeleton className="mt-2 h-4 w-1/3" />
    </li>
  )
}
