export type Host = { host: string; port: number; url: string }

/**
 * The servers that an address names, each with an address of its own: `postgres://user:password@one:5432,two:5432/shop`, as
 * PostgreSQL's own programs write it. Throws when it cannot be read.
 */
export function hostsOf(url: string): [Host, ...Host[]] {
  const [, scheme, user = '', hosts = '', rest] = /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#]*)(.*)$/.exec(url) ?? []
  if (scheme === undefined) throw new Error('Invalid URL')
  const one = (name: string): Host => {
    const own = `${scheme}${user}${name}${rest}`
    const { hostname, port } = new URL(own)
    return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port) || 5432, url: own }
  }
  const [first = '', ...others] = hosts.split(',')
  return [one(first), ...others.map(one)]
}

/** Whether it is such an address; where there are several servers, each has a name. */
export function isPostgresUrl(url: string): boolean {
  try {
    const hosts = hostsOf(url)
    return hosts.length === 1 || hosts.every(({ host }) => host !== '')
  } catch {
    return false
  }
}
