import type { Login } from '#shop/accounts/contract.ts'
import type { Entered } from '#shop/accounts/sessions/enter.ts'
import { login as begin } from '#shop/accounts/sessions/login.ts'
import type { Ctx } from '#shop/ctx.ts'

/** A login of an account without two-step login. */
export async function login(ctx: Ctx, input: Login, userAgent: string): Promise<Entered> {
  const answer = await begin(ctx, input, userAgent)
  if ('secondStep' in answer) throw new Error('the account has two-step login')
  return answer
}
