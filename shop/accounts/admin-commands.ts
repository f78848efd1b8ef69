import { z } from 'zod'
import type { Ctx } from '../ctx.ts'
import { createAdmin, resetPasswordOf, setRole } from './admins.ts'
import { EmailOnly } from './contract.ts'
import { resetSecondStepOf } from './second-step/reset.ts'

/** Commands for an owner who is locked out, at the terminal. Each answers with one English line. */
const commands: Record<string, (ctx: Ctx, email: string) => Promise<string>> = {
  create: async (ctx, email) => `${email} is an admin now; password (shown only now): ${await createAdmin(ctx, email)}`,
  promote: async (ctx, email) =>
    (await setRole(ctx, email, 'ADMIN')) ? `${email} is an admin now` : `${email} is an admin already`,
  demote: async (ctx, email) =>
    (await setRole(ctx, email, 'USER')) ? `${email} is no admin any more` : `${email} is no admin`,
  'reset-password': async (ctx, email) =>
    `new password of ${email} (shown only now): ${await resetPasswordOf(ctx, email)}`,
  'reset-second-step': async (ctx, email) =>
    (await resetSecondStepOf(ctx, email))
      ? `${email} logs in with the password alone now`
      : `${email} has no two-step login`,
}

/** Translates the domain's sentences for somebody at a terminal. */
const refusals: Record<string, string> = {
  'Bu adresin zaten bir hesabı var.': 'this address has an account already; use promote or reset-password',
  'Bu adresin bir hesabı yok.': 'no account has this address; use create',
  'Mağazanın tek yöneticisi bu hesap; önce başka bir hesabı yönetici yapın.':
    'this is the only admin; make another account an admin first',
  'Bu adres doğrulanmamış; önce hesabın sahibi adresini doğrulamalı.':
    'nobody has verified this address yet, so the account may be a stranger’s: open the link in its mail first, or use reset-password',
}

export const AdminCommand = z.object({ command: z.string(), email: z.string() })
export type AdminCommand = z.infer<typeof AdminCommand>

/** `refused` is why it was not done. */
export const AdminAnswer = z.union([z.object({ said: z.string() }), z.object({ refused: z.string() })])
export type AdminAnswer = z.infer<typeof AdminAnswer>

export function isAdminCommand(command: string): boolean {
  return Object.hasOwn(commands, command)
}

/** Does what the owner asks at the terminal, as the shop itself. Failures that are no refusals are thrown. */
export async function runAdminCommand(ctx: Ctx, { command, email: given }: AdminCommand): Promise<AdminAnswer> {
  const work = isAdminCommand(command) ? commands[command] : undefined
  const parsed = EmailOnly.safeParse({ email: given })
  if (!work) return { refused: `${command} is no command of this version of the shop` }
  if (!parsed.success) return { refused: `${given} is no e-mail address` }
  try {
    return { said: await work(ctx, parsed.data.email) }
  } catch (error) {
    const refused = error instanceof Error ? refusals[error.message] : undefined
    if (refused === undefined) throw error
    return { refused }
  }
}
