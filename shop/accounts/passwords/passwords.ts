import { hash, verify } from '@node-rs/argon2'
import type { Ctx } from '../../ctx.ts'

type WithCost = { config: Pick<Ctx['config'], 'passwordCost'> }

/** argon2id (the library's own variant) at the settings' cost; OWASP's 19 MiB and two passes unless they say more. */
export function hashPassword(ctx: WithCost, password: string): Promise<string> {
  return hash(prepared(password), costOf(ctx))
}

/** In place of a hash: fits no password, whatever is tried. */
export const noPassword = ''

/**
 * Whether the password fits the hash; without a hash it never does. It costs the same either way: what an older hash is
 * cheaper than today's is spent on nothing, so that the time does not tell which addresses have an account.
 */
export async function checkPassword(
  ctx: WithCost,
  passwordHash: string | undefined,
  password: string,
): Promise<boolean> {
  const fits = await verify(passwordHash || nobodysHash(ctx), prepared(password))
  if (passwordHash) await spendRest(ctx, passwordHash)
  return fits && Boolean(passwordHash)
}

/** argon2's time goes with memory times passes: the rest is spent with today's passes over what memory is left. */
async function spendRest(ctx: WithCost, passwordHash: string): Promise<void> {
  const [, memory, passes] = /\$m=(\d+),t=(\d+),/.exec(passwordHash) ?? []
  const { memoryCost, timeCost, parallelism } = costOf(ctx)
  const rest = Math.floor(memoryCost - (Number(memory) * Number(passes)) / timeCost)
  // 8 KiB is the least that argon2 works with.
  if (rest >= 8) await hash('', { memoryCost: rest, timeCost, parallelism })
}

/** The hash was made at another cost than today's. */
export function needsRehash(ctx: WithCost, passwordHash: string): boolean {
  return !passwordHash.startsWith(headOf(ctx))
}

/** The hash of a password that nobody has, at today's cost: an unknown address takes as long to refuse as a known one. */
function nobodysHash(ctx: WithCost): string {
  return `${headOf(ctx)}IX3SPh42Da5wRibxUFeQYg$ru1YRTeN9un2pKjw9WFJUQKUZtCDKOVMVCDRH/xJRJA`
}

function costOf({ config: { passwordCost } }: WithCost) {
  return { memoryCost: passwordCost.memoryKib, timeCost: passwordCost.passes, parallelism: 1 }
}

function headOf(ctx: WithCost): string {
  const { memoryCost, timeCost, parallelism } = costOf(ctx)
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`
}

/** 'ş' is one character on some keyboards and two on others; the password is the same. */
function prepared(password: string): string {
  return password.normalize('NFKC')
}
