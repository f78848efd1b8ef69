import { useState } from 'react'
import { Link } from 'react-router'
import type { WireRole, WireStaffMember } from '#api/wire/staff.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { adminCall } from '../parts/api.ts'
import { ListHead, ListState } from '../parts/list-parts.tsx'
import { Invite } from './invite.tsx'
import { Invited, Member } from './member.tsx'

/** The staff of the panel with their roles and devices, and those who are invited. */
export default function Staff() {
  const [inviting, setInviting] = useState(false)
  const { state, again } = useLoaded('staff', async (signal) => {
    const [people, roles] = await Promise.all([
      adminCall<'GET /admin/staff'>('GET', '/admin/staff', undefined, { signal }),
      adminCall<'GET /admin/roles'>('GET', '/admin/roles', undefined, { signal }),
    ])
    return { people: people.data, roles: roles.data }
  })
  const ready = state.kind === 'ready' ? state.value : undefined
  return (
    <>
      <ListHead title="Ekip" count={ready ? `${ready.people.filter(isActive).length} kişi` : ''}>
        <Link to="/admin/ekip/roller" className={buttonClass('quiet', '-mx-2 text-sm!')}>
          Roller
        </Link>
      </ListHead>
      <p className="mb-6 max-w-160 text-muted">
        Mağazanızda çalışanları e-postayla davet edin. Herkes yalnızca rolünün gerektirdiğini görür; erişimi
        kaldırdığınız kişi o anda panelden çıkar.
      </p>
      <ListState state={state} what="Ekip" otherwise="Ekip alınamadı" onAgain={again} />
      {ready && (
        <div className="grid max-w-3xl gap-10">
          <People {...ready} onChanged={again} />
          <div>
            <Button onClick={() => setInviting(true)}>Birini davet et</Button>
          </div>
          <Invite open={inviting} roles={ready.roles} onClose={() => setInviting(false)} onInvited={again} />
        </div>
      )}
    </>
  )
}

const isActive = ({ status }: WireStaffMember) => status === 'ACTIVE'

type PeopleProps = { people: WireStaffMember[]; roles: WireRole[]; onChanged: () => void }

function People({ people, roles, onChanged }: PeopleProps) {
  const invited = people.filter((member) => !isActive(member))
  return (
    <>
      <ul className="border-line border-t">
        {people.filter(isActive).map((member) => (
          <Member key={member.id} member={member} roles={roles} onChanged={onChanged} />
        ))}
      </ul>
      {invited.length > 0 && (
        <section aria-labelledby="invited">
          <h2 id="invited" className="mb-2 font-display text-xl">
            Bekleyen davetler
          </h2>
          <ul className="border-line border-t">
            {invited.map((member) => (
              <Invited key={member.id} member={member} onChanged={onChanged} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
