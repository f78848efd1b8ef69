import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { aUser } from '#test/factories.ts'
import { mailedToken } from '#test/mails.ts'
import { shopOnPostgres } from '#test/running-shop.ts'
import { type Ctx, newId } from '../../ctx.ts'
import { rights } from '../../rights.ts'
import { staffRoles, users } from '../schema.ts'
import { changeStaffRole, removeFromStaff } from './access.ts'
import { inviteToStaff } from './invitations.ts'
import { joinStaff } from './joining.ts'
import { managerRoleId } from './role-rights.ts'
import { createRole, deleteRole, updateRole } from './roles.ts'

const postgres = shopOnPostgres()
const warehouse = '00000000-0000-7000-8000-0000000000a2'

const as = ({ id }: { id: string }): Ctx => ({
  ...postgres.ctx,
  actor: { kind: 'user', id, sessionId: newId(), address: '203.0.113.7', rights },
})
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error: { code?: string }) => error.code ?? String(error),
  )
const managers = () => postgres.ctx.db.$count(users, eq(users.staffRoleId, managerRoleId))

beforeEach(async () => {
  await postgres.ctx.db.update(users).set({ role: 'USER', staffRoleId: null })
})

test('of two who remove or demote each other at once one stays', async () => {
  const remove = (by: { id: string }, whom: { id: string }) => removeFromStaff(as(by), whom.id)
  const demote = (by: { id: string }, whom: { id: string }) => changeStaffRole(as(by), whom.id, warehouse)
  for (const [one, other] of [
    [remove, remove],
    [demote, demote],
    [remove, demote],
  ] as const) {
    await postgres.ctx.db.update(users).set({ role: 'USER', staffRoleId: null })
    const [a, b] = [await aUser(postgres.ctx, { role: 'ADMIN' }), await aUser(postgres.ctx, { role: 'ADMIN' })]
    const outcomes = await Promise.all([outcome(one(a, b)), outcome(other(b, a))])
    expect(outcomes.sort()).toEqual(['CONFLICT', 'ok'])
    expect(await managers()).toBe(1)
  }
})

test('a role that loses the right to the staff while the other manager leaves', async () => {
  const [a, b] = [await aUser(postgres.ctx, { role: 'ADMIN' }), await aUser(postgres.ctx, { role: 'ADMIN' })]
  const role = await createRole(as(a), { name: 'Ortak', rights: [...rights] })
  await changeStaffRole(as(a), b.id, role)
  const outcomes = await Promise.all([
    outcome(updateRole(as(a), role, { name: 'Ortak', rights: ['orders'] })),
    outcome(removeFromStaff(as(b), a.id)),
  ])
  expect(outcomes.sort()).toEqual(['CONFLICT', 'ok'])
})

test('an invitation that is used several times at once makes one account, once', async () => {
  const owner = await aUser(postgres.ctx, { role: 'ADMIN' })
  const invited = { email: 'defne@depo.example', firstName: 'Defne', lastName: 'Işık', roleId: warehouse }
  const asked = await Promise.all([1, 2, 3].map(() => outcome(inviteToStaff(as(owner), invited))))
  expect(asked.sort()).toEqual(['CONFLICT', 'CONFLICT', 'ok'])
  const token = await mailedToken(postgres.ctx, 'staff-invitation')
  const guest: Ctx = { ...postgres.ctx, actor: { kind: 'guest', address: '203.0.113.8' } }
  const joined = await Promise.all(
    [1, 2, 3, 4].map(() => outcome(joinStaff(guest, { token, password: 'sabah kahvesi ve simit' }))),
  )
  expect(joined.sort()).toEqual(['INVALID', 'INVALID', 'INVALID', 'ok'])
  expect(await postgres.ctx.db.$count(users, eq(users.staffRoleId, warehouse))).toBe(1)
})

test('a role is not deleted while it is given', async () => {
  const owner = await aUser(postgres.ctx, { role: 'ADMIN' })
  for (let round = 0; round < 4; round++) {
    const helper = await aUser(postgres.ctx, { staffRoleId: warehouse })
    const role = await createRole(as(owner), { name: `Rol ${round}`, rights: ['orders'] })
    const outcomes = await Promise.all([
      outcome(changeStaffRole(as(owner), helper.id, role)),
      outcome(deleteRole(as(owner), role)),
    ])
    const there = await postgres.ctx.db.$count(staffRoles, eq(staffRoles.id, role))
    expect([outcomes, there]).toEqual(there ? [['ok', 'CONFLICT'], 1] : [['CONFLICT', 'ok'], 0])
  }
})
