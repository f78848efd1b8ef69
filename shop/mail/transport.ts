import { seconds } from '../time.ts'

/** Opens a transport to the mail server of the settings. Outside the own network, `smtp:` requires STARTTLS too. */
export async function openTransport(url: string, socketTimeout = seconds(30)) {
  // Three megabytes that a shop needs with its first mail.
  const { createTransport } = await import('nodemailer')
  return createTransport({ ...poolOptions(url), socketTimeout })
}

/** The same settings, for who keeps its connections. */
export function poolOptions(url: string) {
  const server = new URL(url)
  const requireTLS = server.protocol === 'smtp:' && !isNear(server.hostname)
  // Options in the address would override ours.
  if (requireTLS) for (const name of ['requireTLS', 'ignoreTLS', 'opportunisticTLS']) server.searchParams.delete(name)
  return {
    url: server.href,
    requireTLS,
    // A mail server here has a certificate of its own making, and nobody is in between.
    ignoreTLS: isHere(server.hostname),
    connectionTimeout: seconds(10),
    greetingTimeout: seconds(10),
    socketTimeout: seconds(30),
  }
}

function isHere(hostname: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)
}

/** Whether the host is this machine, in a private network, or a name without a dot, such as a container's. */
export function isNear(hostname: string): boolean {
  return (
    !/[.:]/.test(hostname) ||
    /\.(localhost|local|internal)$/.test(hostname) ||
    /^(127|10)(\.\d{1,3}){3}$|^192\.168(\.\d{1,3}){2}$|^172\.(1[6-9]|2\d|3[01])(\.\d{1,3}){2}$/.test(hostname) ||
    /^\[(::1|f[cd][0-9a-f]{2}:.*)\]$/i.test(hostname)
  )
}
