import { Resolver } from 'node:dns/promises'
import type { Env } from '#env'
import type { DnsQuestions } from '#shop/ports.ts'
import { seconds } from '#shop/time.ts'

/** Asks the name servers of the settings, or those of the machine. */
export function openDns({ dnsServers }: Pick<Env, 'dnsServers'>): DnsQuestions {
  const resolver = new Resolver({ timeout: seconds(2), tries: 2 })
  if (dnsServers) resolver.setServers(dnsServers)
  return {
    // A long text comes in pieces of 255 characters.
    texts: async (name) => (await orNone(resolver.resolveTxt(name))).map((pieces) => pieces.join('')),
    addresses: async (name) => {
      const [four, six] = await Promise.all([orNone(resolver.resolve4(name)), orNone(resolver.resolve6(name))])
      return [...four, ...six]
    },
  }
}

const none = ['ENOTFOUND', 'ENODATA']

function orNone<T>(asked: Promise<T[]>): Promise<T[]> {
  return asked.catch((error: NodeJS.ErrnoException) => {
    if (none.includes(error.code ?? '')) return []
    throw error
  })
}
