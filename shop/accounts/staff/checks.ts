import { checkOwnName, emailRule, newPasswordRule, type Rule } from '../../fields/rules.ts'

/** The rules of the forms of staff and roles; the contract refuses the same, field by field. */

export const roleNameLength = 40

export const checkRoleName: Rule = (name) => {
  if (name.trim() === '') return 'Rolün adını yazın'
  return name.trim().length > roleNameLength ? `Rolün adı en çok ${roleNameLength} karakter olabilir` : undefined
}

export const checkInvitedEmail = emailRule('E-posta adresini yazın')
export const checkInvitedFirstName: Rule = (name) => (name.trim() === '' ? 'Adını yazın' : checkOwnName(name))
export const checkInvitedLastName: Rule = (name) => (name.trim() === '' ? 'Soyadını yazın' : checkOwnName(name))
export const checkJoiningPassword = newPasswordRule('Bir şifre belirleyin')
