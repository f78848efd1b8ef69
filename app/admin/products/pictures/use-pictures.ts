import { type Dispatch, type SetStateAction, useEffect, useMemo, useRef, useState } from 'react'
import type { Image } from '#shop/media/images.ts'
import { newKey } from '../variants/grid-rows.ts'
import { movePicture, type Picture, type Rejected, settleUpload, sortFiles, storedPictures } from './list.ts'
import { RefusedFile, uploadPicture } from './upload.ts'

/** As many as a phone's line carries well; the others wait. */
const atOnce = 2

export type Pictures = ReturnType<typeof usePictures>

const isThere = 'Bu görsel zaten var, ikinci kez eklenmedi'

type SetList = Dispatch<SetStateAction<Picture[]>>

/** The pictures of a product: chosen files are sent at once, each in its place. */
export function usePictures(initial: () => readonly Image[]) {
  const [list, setList] = useState<Picture[]>(() => storedPictures(initial()))
  const [rejected, setRejected] = useState<Rejected[]>([])
  /** The last one that was taken out, to put it back. */
  const [removed, setRemoved] = useState<{ picture: Picture; at: number }>()
  const uploads = useUploads(list, setList, (name) => setRejected((all) => [...all, { name, reason: isThere }]))
  const present = useRef(list)
  present.current = list

  // Each of them reads the present list, so that a component may keep the function it was given.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they use only refs and setters
  const acts = useMemo(
    () => ({
      add(files: readonly File[]) {
        const { accepted, rejected } = sortFiles(files, present.current.length)
        setRejected(rejected)
        setList((list) => [...list, ...accepted.map((file) => waiting(newKey(), file))])
      },
      retry(key: string) {
        uploads.sendAgain(key)
        change(setList, key, (picture) =>
          picture.state === 'failed' ? waiting(key, picture.file, picture.was) : picture,
        )
      },
      remove(key: string) {
        uploads.stop(key)
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
      /** The cut takes the place of the picture once it is stored; the whole one is kept for cutting again. */
      replace(key: string, file: File) {
        uploads.sendAgain(key)
        change(setList, key, (picture) =>
          waiting(key, file, picture.state === 'stored' ? (picture.whole ?? picture.stored) : picture.was),
        )
      },
      /** Gives up a cut that failed: the whole picture is back. */
      restore(key: string) {
        change(setList, key, (picture) =>
          picture.state === 'failed' && picture.was ? { key, state: 'stored', stored: picture.was } : picture,
        )
      },
      reset(stored: readonly Image[]) {
        setRemoved(undefined)
        setList(storedPictures(stored))
      },
      forgetRejected: () => setRejected([]),
    }),
    [],
  )

  return { list, rejected, removed, ...acts }
}

/** Sends what waits in the list, a few at once. `onTwice`: one gave way to the same picture, which is there already. */
function useUploads(list: Picture[], setList: SetList, onTwice: (name: string) => void) {
  const underway = useRef(new Map<string, AbortController>())
  /** The names of files that have just been stored, by their keys. */
  const settled = useRef(new Map<string, string>())
  // Apart from the list: an effect of an older drawing may run late and must not send a picture twice.
  const started = useRef(new Set<string>())

  useEffect(() => {
    const uploads = underway.current
    return () => {
      for (const upload of uploads.values()) upload.abort()
    }
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, in the list that lost it
  useEffect(() => {
    for (const [key, name] of settled.current) {
      const picture = list.find((picture) => picture.key === key)
      // This may be the effect of an older drawing.
      if (picture && picture.state !== 'stored') continue
      settled.current.delete(key)
      if (!picture) onTwice(name)
    }
  }, [list])

  // Whenever something waits and there is room on the line, it goes.
  useEffect(() => {
    for (const picture of list) {
      if (picture.state !== 'waiting' || started.current.has(picture.key)) continue
      if (underway.current.size >= atOnce) return
      send(picture.key, picture.file)
    }
  })

  function send(key: string, file: File) {
    const stop = new AbortController()
    started.current.add(key)
    underway.current.set(key, stop)
    const onProgress = (progress: number) =>
      changeUpload(setList, key, (picture) => ({ ...picture, state: 'sending', progress }))
    uploadPicture(file, { onProgress, signal: stop.signal })
      .then((stored) => {
        settled.current.set(key, file.name)
        setList((list) => settleUpload(list, key, stored))
      })
      .catch((error: Error) =>
        changeUpload(setList, key, (picture) => {
          return { ...picture, state: 'failed', reason: error.message, again: !(error instanceof RefusedFile) }
        }),
      )
      .finally(() => {
        underway.current.delete(key)
        // Shows the effect above that there is room again.
        setList((list) => [...list])
      })
  }

  return {
    sendAgain: (key: string) => started.current.delete(key),
    stop: (key: string) => underway.current.get(key)?.abort(),
  }
}

function change(setList: SetList, key: string, by: (picture: Picture) => Picture) {
  setList((list) => list.map((picture) => (picture.key === key ? by(picture) : picture)))
}

/** Changes a picture unless it is stored by now. */
function changeUpload(setList: SetList, key: string, by: (picture: Exclude<Picture, { state: 'stored' }>) => Picture) {
  change(setList, key, (picture) => (picture.state === 'stored' ? picture : by(picture)))
}

function waiting(key: string, file: File, was?: Image): Picture {
  return { key, state: 'waiting', file, preview: URL.createObjectURL(file), progress: 0, ...(was && { was }) }
}
