import { hash, verify } from '@node-rs/argon2'

/** OWASP's parameters for argon2id (the library's own default variant): 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const wanted = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`

/** Of a password that nobody has: an unknown address takes as long to refuse as a known one. */
const nobodysHash = '$argon2id$v=19$m=19456,t=2,p=1$IX3SPh42Da5wRibxUFeQYg$ru1YRTeN9un2pKjw9WFJUQKUZtCDKOVMVCDRH/xJRJA'

export function hashPassword(password: string): Promise<string> {
  return hash(prepared(password), cost)
}

/** Whether the password fits the hash; without a hash it never does, in the same time. */
export async function checkPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const fits = await verify(passwordHash ?? nobodysHash, prepared(password))
  return fits && passwordHash !== undefined
}

/** The hash was made with other parameters than today's. */
export function needsRehash(passwordHash: string): boolean {
  return !passwordHash.startsWith(wanted)
}

/** 'ş' is one character on some keyboards and two on others; the password is the same. */
function prepared(password: string): string {
  return password.normalize('NFKC')
}
