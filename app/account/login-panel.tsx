import { Panel } from '#app/ui/panel.tsx'
import { closeLogin, useLogin } from './session-store.ts'

export function LoginPanel() {
  return (
    <Panel open={useLogin().open} onClose={closeLogin} title="Giriş yap" side="right">
      {null}
    </Panel>
  )
}
