import { useState } from 'react'
import type { WireRole, WireStaffMember } from '#api/wire/staff.ts'
import { Button } from '#app/ui/button.tsx'
import { Confirm } from '#app/ui/confirm.tsx'
import { Select } from '#app/ui/select.tsx'
import { formatMoment } from '#shop/time.ts'
import { adminCall } from '../parts/api.ts'
import { useFocusBeside } from '../parts/focus/beside.ts'
import { askForRights } from '../parts/rights.ts'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'

type MemberProps = { member: WireStaffMember; roles: WireRole[]; onChanged: () => void }

/** One of the staff: her role can be changed, her access ended. */
export function Member({ member, roles, onChanged }: MemberProps) {
  const { id, firstName, lastName, email, self, roleId, sessions, lastSeenAt } = member
  const [removing, setRemoving] = useState(false)
  const { busy, submit } = useAdminSubmit('Kaydedilemedi. Lütfen tekrar deneyin.')
  const holdFocus = useFocusBeside(removing)
  const name = `${firstName} ${lastName}`

  const change = (roleId: string) =>
    submit(async () => {
      const { message } = await adminCall<'PUT /admin/staff/{id}'>('PUT', `/admin/staff/${id}`, { roleId })
      if (self) await askForRights()
      onChanged()
      return message
    })
  const remove = () =>
    submit(async () => {
      const { message } = await adminCall<'DELETE /admin/staff/{id}'>('DELETE', `/admin/staff/${id}`)
      holdFocus()
      setRemoving(false)
      onChanged()
      return message
    })

  return (
    <li className="grid gap-x-6 gap-y-3 border-line border-b py-4 sm:grid-cols-[1fr_14rem]">
      <div className="min-w-0">
        <p className="break-words font-medium">
          {name}
          {self && <span className="font-normal text-muted"> (siz)</span>}
        </p>
        <p className="break-all text-muted text-sm">{email}</p>
        <p className="text-muted text-sm">
          {lastSeenAt ? `Son görülme ${formatMoment(lastSeenAt)}` : 'Şu anda açık oturumu yok'}
        </p>
        {sessions.length > 0 && (
          <details className="text-sm">
            <summary className="min-h-11 cursor-pointer content-center sm:min-h-9">
              {sessions.length} cihazda oturum açık
            </summary>
            <ul className="grid gap-1 pb-1">
              {sessions.map(({ device, lastUsedAt }) => (
                <li key={`${device} ${lastUsedAt}`} className="text-muted">
                  {device}, {formatMoment(lastUsedAt)}
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
      <div className="grid content-start gap-1">
        <Select
          label="Rolü"
          aria-label={`${name}: rolü`}
          value={roleId}
          disabled={busy}
          options={roles.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={({ target }) => change(target.value)}
        />
        {!self && (
          <Button
            look="quiet"
            size="small"
            disabled={busy}
            onClick={() => setRemoving(true)}
            className="-ml-2 justify-self-start"
          >
            Erişimi kaldır
          </Button>
        )}
      </div>
      <Confirm
        open={removing}
        title="Erişim kaldırılsın mı?"
        action="Erişimi kaldır"
        busy={busy}
        onClose={() => setRemoving(false)}
        onConfirm={remove}
      >
        <p className="break-words">
          {name} panelden hemen çıkarılır, açık oturumları ve bildirimleri kapanır. Müşteri hesabı kalır; dilerseniz
          sonra yeniden davet edebilirsiniz.
        </p>
      </Confirm>
    </li>
  )
}

type InvitedProps = { member: WireStaffMember; onChanged: () => void }

/** Somebody who has not accepted yet. */
export function Invited({ member, onChanged }: InvitedProps) {
  const { id, firstName, lastName, email, roleName, invitation } = member
  const { busy, submit } = useAdminSubmit('Kaydedilemedi. Lütfen tekrar deneyin.')
  const call = <C extends 'POST /admin/staff/{id}/invitation' | 'DELETE /admin/staff/{id}'>(call: C) =>
    submit(async () => {
      const { message } =
        call === 'DELETE /admin/staff/{id}'
          ? await adminCall<'DELETE /admin/staff/{id}'>('DELETE', `/admin/staff/${id}`)
          : await adminCall<'POST /admin/staff/{id}/invitation'>('POST', `/admin/staff/${id}/invitation`)
      onChanged()
      return call === 'DELETE /admin/staff/{id}' ? 'Davet geri çekildi.' : message
    })
  const isOver = invitation !== null && new Date(invitation.expiresAt) <= new Date()
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1 border-line border-b py-4">
      <div className="min-w-0">
        <p className="break-words font-medium">
          {firstName} {lastName} <span className="font-normal text-muted">· {roleName}</span>
        </p>
        <p className="break-all text-muted text-sm">{email}</p>
        {invitation && (
          <p className={`text-sm ${isOver ? 'text-bad' : 'text-muted'}`}>
            {isOver
              ? 'Davetin süresi doldu; yeniden gönderin.'
              : `${formatMoment(invitation.expiresAt)} tarihine kadar geçerli`}
          </p>
        )}
      </div>
      <div className="-ml-2 flex flex-wrap">
        <Button look="quiet" size="small" disabled={busy} onClick={() => call('POST /admin/staff/{id}/invitation')}>
          Yeniden gönder
        </Button>
        <Button look="quiet" size="small" disabled={busy} onClick={() => call('DELETE /admin/staff/{id}')}>
          Geri çek
        </Button>
      </div>
    </li>
  )
}
