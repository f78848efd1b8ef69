import { useState } from 'react'
import { MySizeForm } from '../my-size/form.tsx'
import { SavedNotice } from './saved-notice.tsx'

/** 'Bedenim' among her settings. */
export function OwnSize() {
  const [done, setDone] = useState<{ sentence: string; round: number }>()
  return (
    <div className="grid gap-4">
      <SavedNotice good={done?.sentence} bad={undefined} />
      <MySizeForm
        key={done?.round}
        onDone={(mine) =>
          setDone(({ round } = { sentence: '', round: 0 }) => ({
            sentence: mine ? 'Bedeniniz kaydedildi.' : 'Bedeniniz ve ölçüleriniz silindi.',
            round: round + 1,
          }))
        }
      />
    </div>
  )
}
