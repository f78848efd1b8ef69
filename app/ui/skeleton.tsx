/** Where something is about to be: the same room, breathing. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden="true" className={`block animate-breathe rounded-xs bg-line ${className}`} />
}

/** A panel or menu was asked for, and its script is on its way: a line at the top, as for the next page, where nothing else answers the tap. */
export function Coming() {
  return <p role="status" aria-label="Açılıyor" className="coming" />
}
