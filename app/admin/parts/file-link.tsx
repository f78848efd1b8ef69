type FileLinkProps = { accept: string; disabled: boolean; onFile: (file: File) => void; children: string }

/** A line to tap that asks for a file; the same file may be chosen again. */
export function FileLink({ accept, disabled, onFile, children }: FileLinkProps) {
  return (
    <label className="inline-flex min-h-11 cursor-pointer items-center text-sm underline decoration-line underline-offset-4 hover:decoration-ink has-focus-visible:outline-2">
      {children}
      <input
        type="file"
        accept={accept}
        disabled={disabled}
        className="sr-only"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) onFile(file)
          target.value = ''
        }}
      />
    </label>
  )
}
