/** Where something is about to be: the same room, breathing. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden="true" className={`block animate-breathe rounded-xs bg-line ${className}`} />
}
