import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Trap } from './trap.tsx'

type FormEndProps = { busy: boolean; failure: string | undefined; send: string; onClose: () => void }

/** The end of a visitor's form in a dialog: why it could not be sent, and its two buttons. */
export function FormEnd({ busy, failure, send, onClose }: FormEndProps) {
  return (
    <>
      <Trap />
      {failure && <Notice tone="bad">{failure}</Notice>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="quiet" onClick={onClose}>
          Vazgeç
        </Button>
        <Button type="submit" disabled={busy}>
          {busy ? 'Gönderiliyor...' : send}
        </Button>
      </div>
    </>
  )
}
