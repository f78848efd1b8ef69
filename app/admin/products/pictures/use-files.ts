import { type DragEvent, useEffect, useRef, useState } from 'react'

/** Files dropped anywhere on the section. */
export function useDroppedFiles(onFiles: (files: File[]) => void) {
  const [over, setOver] = useState(false)
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')
  return {
    over,
    onDragOver(event: DragEvent) {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: (event: DragEvent) => event.currentTarget.contains(event.relatedTarget as Node) || setOver(false),
    onDrop(event: DragEvent) {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(false)
      onFiles([...event.dataTransfer.files])
    },
  }
}

/** A picture pasted anywhere on the page; text goes where it belongs. */
export function usePastedFiles(onFiles: (files: File[]) => void) {
  const receive = useRef(onFiles)
  receive.current = onFiles
  useEffect(() => {
    function onPaste(event: ClipboardEvent) {
      const files = [...(event.clipboardData?.files ?? [])]
      // Cells copied from a spreadsheet come with a picture of themselves.
      if (files.length === 0 || event.clipboardData?.types.includes('text/plain')) return
      event.preventDefault()
      receive.current(files)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
}
