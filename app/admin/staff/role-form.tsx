import { type FormEvent, useState } from 'react'
import type { WireRole } from '#api/wire/staff.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox, Field } from '#app/ui/field.tsx'
import { useFields } from '#app/ui/form.ts'
import { useUnsavedChange } from '#app/ui/leaving/unsaved.ts'
import { Notice } from '#app/ui/notice.tsx'
import { toast } from '#app/ui/toast.tsx'
import { useSubmit } from '#app/ui/use-submit.ts'
import { checkRoleName } from '#shop/accounts/staff/checks.ts'
import { completeRights } from '#shop/accounts/staff/role-rights.ts'
import { errorsOf } from '#shop/fields/rules.ts'
import { callRights, type Right, sights } from '#shop/rights.ts'
import { adminCall } from '../parts/api.ts'
import { useRights } from '../parts/rights.ts'
import { rightWords } from './words.ts'

export type Draft = { id?: string; name: string; rights: WireRole['rights'] }

type RoleFormProps = {
  draft: Draft
  onSaved: () => void
  /** Another saved it meanwhile, or it could not be saved. */
  onStale: () => void
}

/** A role of the owner's own: its name, what it may do, and what it sees beside. */
export function RoleForm({ draft, onSaved, onStale }: RoleFormProps) {
  const own = useRights()
  const fields = useFields({ name: draft.name })
  const [chosen, setChosen] = useState<Right[]>(draft.rights)
  useUnsavedChange([fields.values, chosen])
  const { busy, bad, submit } = useSubmit({ form: fields, failure: 'Rol kaydedilemedi. Lütfen tekrar deneyin.' })
  const complete = completeRights(chosen)

  function save(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    if (!fields.accept(errorsOf({ name: checkRoleName(fields.values.name) }))) return
    submit(async () => {
      const body = { name: fields.values.name, rights: chosen }
      const { message } = draft.id
        ? await change(draft, body).catch((error: unknown) => {
            onStale()
            throw error
          })
        : await adminCall<'POST /admin/roles'>('POST', '/admin/roles', body)
      toast('good', message ?? 'Rol kaydedildi.')
      onSaved()
    })
  }

  const tick = (right: Right) => (
    <Checkbox
      key={right}
      checked={complete.includes(right)}
      // Locked: a right that other chosen rights need, and one that the person at the screen lacks and so cannot give.
      disabled={(complete.includes(right) && !chosen.includes(right)) || !own.includes(right)}
      hint={rightWords[right].about}
      onChange={({ target }) =>
        setChosen(target.checked ? [...chosen, right] : chosen.filter((other) => other !== right))
      }
    >
      {rightWords[right].label}
    </Checkbox>
  )

  return (
    <form ref={fields.form} onSubmit={save} noValidate className="grid gap-6">
      <Field label="Rolün adı" autoComplete="off" required {...fields.field('name')} />
      <fieldset className="grid gap-2">
        <legend className="mb-2 font-medium">Neleri yapabilir?</legend>
        {callRights.map(tick)}
      </fieldset>
      <fieldset className="grid gap-2">
        <legend className="mb-2 font-medium">Ayrıca neleri görür?</legend>
        {sights.map(tick)}
      </fieldset>
      {bad && <Notice tone="bad">{bad}</Notice>}
      <Button type="submit" disabled={busy || chosen.length === 0}>
        {busy ? 'Kaydediliyor…' : 'Rolü kaydet'}
      </Button>
    </form>
  )
}

/** As it was read: what somebody else saved since is not written over. */
function change({ id, name, rights }: Draft, body: object) {
  return adminCall<'PUT /admin/roles/{id}'>('PUT', `/admin/roles/${id}`, { ...body, seen: { name, rights } })
}
