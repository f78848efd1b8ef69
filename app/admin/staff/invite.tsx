import { type FormEvent, useState } from 'react'
import type { WireRole } from '#api/wire/staff.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { useFields } from '#app/ui/form.ts'
import { useUnsavedChange } from '#app/ui/leaving/unsaved.ts'
import { Notice } from '#app/ui/notice.tsx'
import { Select } from '#app/ui/select.tsx'
import { toast } from '#app/ui/toast.tsx'
import { useSubmit } from '#app/ui/use-submit.ts'
import { checkInvitedEmail, checkInvitedFirstName, checkInvitedLastName } from '#shop/accounts/staff/checks.ts'
import { errorsOf } from '#shop/fields/rules.ts'
import { adminCall } from '../parts/api.ts'
import { AskingPanel } from '../parts/leaving/asking-panel.tsx'
import { RoleSummary } from './summary.tsx'

type InviteProps = { open: boolean; roles: WireRole[]; onClose: () => void; onInvited: () => void }

export function Invite({ open, roles, onClose, onInvited }: InviteProps) {
  return (
    <AskingPanel open={open} onClose={onClose} title="Ekibe davet et" side="center">
      <InviteForm
        roles={roles}
        onInvited={() => {
          onClose()
          onInvited()
        }}
      />
    </AskingPanel>
  )
}

const empty = { firstName: '', lastName: '', email: '' }

function InviteForm({ roles, onInvited }: { roles: WireRole[]; onInvited: () => void }) {
  const fields = useFields(empty)
  const { values, field, form, accept } = fields
  const [roleId, setRoleId] = useState('')
  useUnsavedChange([values, roleId])
  const [noRole, setNoRole] = useState(false)
  const { busy, bad, submit } = useSubmit({ form: fields, failure: 'Davet gönderilemedi. Lütfen tekrar deneyin.' })
  const role = roles.find(({ id }) => id === roleId)

  function invite(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    setNoRole(roleId === '')
    const right = accept(
      errorsOf({
        firstName: checkInvitedFirstName(values.firstName),
        lastName: checkInvitedLastName(values.lastName),
        email: checkInvitedEmail(values.email),
      }),
    )
    if (!right || roleId === '') return
    submit(async () => {
      const { message } = await adminCall<'POST /admin/staff'>('POST', '/admin/staff', { ...values, roleId })
      toast('good', message ?? 'Davet gönderildi.')
      onInvited()
    })
  }

  return (
    <form ref={form} onSubmit={invite} noValidate className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Adı" autoComplete="off" required {...field('firstName')} />
        <Field label="Soyadı" autoComplete="off" required {...field('lastName')} />
      </div>
      <Field label="E-posta adresi" type="email" autoComplete="off" required {...field('email')} />
      <Select
        label="Rolü"
        value={roleId}
        placeholder="Rol seçin"
        {...(noRole ? { error: 'Rol seçin' } : {})}
        options={roles.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={({ target }) => {
          setRoleId(target.value)
          setNoRole(false)
        }}
      />
      {role && <RoleSummary role={role} />}
      {bad && <Notice tone="bad">{bad}</Notice>}
      <Button type="submit" disabled={busy}>
        {busy ? 'Gönderiliyor…' : 'Davet gönder'}
      </Button>
    </form>
  )
}
