/** An error of a part that is no single input: it takes the focus itself when it is the first. */
export function ErrorLine({ error }: { error: string | undefined }) {
  if (!error) return null
  return (
    <p tabIndex={-1} data-wrong className="text-bad text-sm">
      {error}
    </p>
  )
}
