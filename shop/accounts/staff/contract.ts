import { z } from 'zod'
import { emailText, ruledText, seenList, seenText } from '../../fields/contract.ts'
import { nameLength, passwordLength } from '../../fields/rules.ts'
import { callRights, rights } from '../../rights.ts'
import {
  checkInvitedEmail,
  checkInvitedFirstName,
  checkInvitedLastName,
  checkJoiningPassword,
  checkRoleName,
  roleNameLength,
} from './checks.ts'
import { completeRights } from './role-rights.ts'

const noRight = 'Rol için en az bir yetki seçin'

export const NewRole = z.object({
  name: ruledText(checkRoleName, { minLength: 1, maxLength: roleNameLength }),
  rights: z
    .array(z.enum(rights, 'Yetki geçersiz'), noRight)
    .max(50, 'Yetki geçersiz')
    // Sights alone open nothing.
    .refine((held) => held.some((right) => callRights.some((call) => call === right)), noRight),
})
export type NewRole = z.infer<typeof NewRole>

export const RoleChange = NewRole.extend({
  /** The role as it was read: EDIT_CONFLICT when somebody saved it since. */
  seen: z.object({ name: seenText, rights: seenList }).optional(),
})
export type RoleChange = z.infer<typeof RoleChange>

/** The role as it is stored: with the rights that its own imply. */
export function roleOf({ name, rights }: NewRole): NewRole {
  return { name, rights: completeRights(rights) }
}

const roleId = z.uuid('Rol seçin')

export const Invitation = z.object({
  email: emailText(checkInvitedEmail),
  firstName: ruledText(checkInvitedFirstName, { minLength: 1, maxLength: nameLength }),
  lastName: ruledText(checkInvitedLastName, { minLength: 1, maxLength: nameLength }),
  roleId,
})
export type Invitation = z.infer<typeof Invitation>

export const StaffChange = z.object({ roleId })

const tokenMissing = 'Davet bağlantısı eksik; e-postanızdaki bağlantıyı yeniden açın.'
export const InvitationToken = z.object({ token: z.string(tokenMissing).min(1, tokenMissing).max(200, tokenMissing) })

/** The password is asked of everybody but who has an account that is surely hers. */
export const Joining = InvitationToken.extend({
  password: ruledText(
    checkJoiningPassword,
    { minLength: passwordLength.min, maxLength: passwordLength.max },
    (text) => text,
  ).optional(),
})
export type Joining = z.infer<typeof Joining>
