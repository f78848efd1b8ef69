import { Panel } from '#app/ui/panel.tsx'
import { closeAccount, useAccountOpen } from './session-store.ts'

export function AccountPanel() {
  return (
    <Panel open={useAccountOpen()} onClose={closeAccount} title="Hesabım" side="right">
      {null}
    </Panel>
  )
}
