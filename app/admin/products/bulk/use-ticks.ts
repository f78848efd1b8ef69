import { useCallback, useState } from 'react'

export type Ticks = { chosen: ReadonlySet<string>; choose: (ids: string[], wanted: boolean) => void; clear: () => void }

/** The products that are ticked; those of other pages of the list stay so. */
export function useTicks(): Ticks {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const choose = useCallback(
    (ids: string[], wanted: boolean) =>
      setChosen((before) => {
        const next = new Set(before)
        for (const id of ids) wanted ? next.add(id) : next.delete(id)
        return next
      }),
    [],
  )
  return { chosen, choose, clear: () => setChosen(new Set()) }
}
