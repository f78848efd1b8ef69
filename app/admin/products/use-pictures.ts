import { useEffect, useMemo, useRef, useState } from 'react'
import { newKey } from './grid-rows.ts'
import { movePicture, type Picture, type Rejected, settleUpload, sortFiles, storedPictures } from './picture-list.ts'
import { uploadPicture } from './picture-upload.ts'
import type { StoredPicture } from './product-shape.ts'

/** As many as a phone's line carries well; the others wait. */
const atOnce = 2

export type Pictures = ReturnType<typeof usePictures>

/** The pictures of a product: chosen files are sent at once, each in its place. */
export function usePictures(initial: () => readonly StoredPicture[]) {
  const [list, setList] = useState<Picture[]>(() => storedPictures(initial()))
  const [rejected, setRejected] = useState<Rejected[]>([])
  /** The last one that was taken out, to put it back. */
  const [removed, setRemoved] = useState<{ picture: Picture; at: number }>()
  const underway = useRef(new Map<string, AbortController>())
  // Apart from the list: an effect of an older drawing may run late and must not send a picture twice.
  const started = useRef(new Set<string>())
  const present = useRef(list)
  present.current = list

  useEffect(() => {
    const uploads = underway.current
    return () => {
      for (const upload of uploads.values()) upload.abort()
    }
  }, [])

  // Whenever something waits and there is room on the line, it goes.
  useEffect(() => {
    for (const picture of list) {
      if (picture.state !== 'waiting' || started.current.has(picture.key)) continue
      if (underway.current.size >= atOnce) return
      send(picture.key, picture.file)
    }
  })

  function change(key: string, by: (picture: Picture) => Picture) {
    setList((list) => list.map((picture) => (picture.key === key ? by(picture) : picture)))
  }

  function send(key: string, file: File) {
    const stop = new AbortController()
    started.current.add(key)
    underway.current.set(key, stop)
    const onProgress = (progress: number) =>
      change(key, (picture) => (picture.state === 'stored' ? picture : { ...picture, state: 'sending', progress }))
    uploadPicture(file, { onProgress, signal: stop.signal })
      .then((stored) => setList((list) => settleUpload(list, key, stored)))
      .catch((error: Error) =>
        change(key, (picture) =>
          picture.state === 'stored' ? picture : { ...picture, state: 'failed', reason: error.message },
        ),
      )
      .finally(() => {
        underway.current.delete(key)
        // Shows the effect above that there is room again.
        setList((list) => [...list])
      })
  }

  // Every one of them reads what is there now, so that they may be kept by whom they were given.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they use only refs and setters
  const acts = useMemo(
    () => ({
      add(files: readonly File[]) {
        const { accepted, rejected } = sortFiles(files, present.current.length)
        setRejected(rejected)
        setList((list) => [...list, ...accepted.map((file) => waiting(newKey(), file))])
      },
      retry(key: string) {
        started.current.delete(key)
        change(key, (picture) => (picture.state === 'failed' ? waiting(key, picture.file, picture.was) : picture))
      },
      remove(key: string) {
        underway.current.get(key)?.abort()
        const at = present.current.findIndex((picture) => picture.key === key)
        const picture = present.current[at]
        setRemoved(picture?.state === 'stored' ? { picture, at } : undefined)
        setList((list) => list.filter((picture) => picture.key !== key))
      },
      putBack({ picture, at }: { picture: Picture; at: number }) {
        setRemoved(undefined)
        setList((list) => list.toSpliced(at, 0, picture))
      },
      move: (key: string, to: number) => setList((list) => movePicture(list, key, to)),
      /** What was cut out takes its place once it is there; the whole one is kept for cutting again. */
      replace(key: string, file: File) {
        started.current.delete(key)
        change(key, (picture) =>
          waiting(key, file, picture.state === 'stored' ? (picture.whole ?? picture.stored) : picture.was),
        )
      },
      /** Gives up a cut that failed: the whole picture is back. */
      restore(key: string) {
        change(key, (picture) =>
          picture.state === 'failed' && picture.was ? { key, state: 'stored', stored: picture.was } : picture,
        )
      },
      reset(stored: readonly StoredPicture[]) {
        setRemoved(undefined)
        setList(storedPictures(stored))
      },
      forgetRejected: () => setRejected([]),
    }),
    [],
  )

  return { list, rejected, removed, ...acts }
}

function waiting(key: string, file: File, was?: StoredPicture): Picture {
  return { key, state: 'waiting', file, preview: URL.createObjectURL(file), progress: 0, ...(was && { was }) }
}
