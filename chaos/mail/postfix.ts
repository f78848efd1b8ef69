import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const programs = {
  postfix: '/usr/sbin/postfix',
  opendkim: '/usr/sbin/opendkim',
  'opendkim-tools': '/usr/sbin/opendkim-genkey',
  'python3-dkim': '/usr/lib/python3/dist-packages/dkim/__init__.py',
  openssl: '/usr/bin/openssl',
}

const packages = Object.keys(programs).join(' ')

/** Throws with one line that says what is missing. */
export function findMailPrograms(): void {
  const missing = Object.entries(programs).flatMap(([name, path]) => (existsSync(path) ? [] : [name]))
  if (missing.length > 0) throw new Error(`${missing.join(', ')} missing; Debian has them: apt-get install ${packages}`)
  if (process.getuid?.() !== 0) throw new Error('only root may start a Postfix')
}

type Ports = Record<'plain' | 'encrypted' | 'grey' | 'greylist' | 'milter' | 'world', number>
export type MailMachine = Awaited<ReturnType<typeof startPostfix>>

/**
 * Debian's Postfix and OpenDKIM with the files of deploy/postfix, in a folder of their own. Mails for posta.example go to the
 * port `world`; what comes back to posta.dukkan.example goes to the shop at `shopUrl`.
 */
export async function startPostfix(ports: Ports, shopUrl: string) {
  findMailPrograms()
  const folder = mkdtempSync(join(tmpdir(), 'butik-postfix-'))
  execFileSync('chmod', ['755', folder])
  const etc = join(folder, 'etc')
  for (const path of [etc, join(folder, 'queue'), join(folder, 'data')]) mkdirSync(path)
  execFileSync('chown', ['postfix', join(folder, 'data')])
  makeCertificates(folder)
  const { dnsRecord, stopSigning } = await startDkim(folder, ports.milter)
  writeFileSync(join(etc, 'main.cf'), mainCf(folder, ports))
  writeFileSync(join(etc, 'master.cf'), masterCf(ports, shopUrl))
  const postfix = (...args: string[]) => execFileSync('/usr/sbin/postfix', ['-c', etc, ...args], { stdio: 'pipe' })
  const start = () => postfix('start')
  const close = async () => {
    try {
      postfix('stop')
    } catch {}
    stopSigning()
    await wait(300)
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    start()
  } catch (error) {
    const words = `Postfix does not start: ${readFileSync(join(folder, 'maillog'), 'utf8').slice(-500)}`
    await close()
    throw new Error(words, { cause: error })
  }
  return {
    folder,
    /** The certificate of the authority that signed the server's. */
    authority: join(folder, 'ca.pem'),
    dnsRecord,
    start,
    stop: () => postfix('stop'),
    /** Ids of the mails that wait. */
    queue: () => {
      const lines = execFileSync('/usr/sbin/postqueue', ['-c', etc, '-j'], { encoding: 'utf8' })
      return lines
        .split('\n')
        .flatMap((line) => (line ? [JSON.parse(line) as { queue_id: string; sender: string }] : []))
    },
    flush: () => execFileSync('/usr/sbin/postqueue', ['-c', etc, '-f']),
    log: () => readFileSync(join(folder, 'maillog'), 'utf8'),
    close,
  }
}

/** A shipped file without its comments; the drill has other ports and folders. */
function shipped(name: string, change: (text: string) => string): string {
  const lines = readFileSync(`deploy/postfix/${name}`, 'utf8').split('\n')
  return change(lines.filter((line) => !line.startsWith('#')).join('\n'))
}

function mainCf(folder: string, ports: Ports): string {
  return `compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/data
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
maillog_file = ${folder}/maillog
maillog_file_prefixes = ${folder}
inet_interfaces = loopback-only
inet_protocols = ipv4
smtpd_peername_lookup = no
myhostname = mail.dukkan.example
mydestination =
mynetworks = 127.0.0.0/8
alias_maps =
transport_maps = inline:{{posta.example = smtp:[127.0.0.1]:${ports.world}}}
smtp_dns_support_level = disabled
smtpd_tls_cert_file = ${folder}/server.pem
smtpd_tls_key_file = ${folder}/server.key
smtpd_tls_security_level = may
minimal_backoff_time = 3s
maximal_backoff_time = 5s
queue_run_delay = 3s
smtpd_milters = inet:127.0.0.1:${ports.milter}
non_smtpd_milters = inet:127.0.0.1:${ports.milter}
milter_default_action = tempfail
${shipped('main.cf', (text) => text)}`
}

function masterCf(ports: Ports, shopUrl: string): string {
  const listener = (port: number, ...options: string[]) =>
    [`127.0.0.1:${port} inet n - n - - smtpd`, ...options.map((option) => `  -o ${option}`)].join('\n')
  const service = (name: string, program: string, rest = '- n - -') => `${name} unix ${rest} ${program}`
  const grey = `smtpd_recipient_restrictions=check_policy_service,inet:127.0.0.1:${ports.greylist},permit`
  return [
    listener(ports.plain),
    listener(ports.encrypted, 'smtpd_tls_security_level=encrypt'),
    listener(ports.grey, grey),
    'postlog unix-dgram n - n - 1 postlogd',
    ...['pickup', 'qmgr'].map((name) => `${name} unix n - n 3 1 ${name}`),
    service('cleanup', 'cleanup', 'n - n - 0'),
    service('rewrite', 'trivial-rewrite', '- - n - -'),
    ...['bounce', 'defer', 'trace'].map((name) => service(name, 'bounce', '- - n - 0')),
    service('tlsmgr', 'tlsmgr', '- - n 1000? 1'),
    service('proxymap', 'proxymap', '- - n - -'),
    ...['smtp', 'error', 'showq', 'retry', 'anvil'].map((name) =>
      service(
        name,
        name === 'retry' ? 'error' : name,
        `${name === 'showq' ? 'n' : '-'} - n - ${name === 'anvil' ? '1' : '-'}`,
      ),
    ),
    shipped('master.cf', (text) =>
      text
        .replace('user=butik', 'user=nobody')
        .replace('/opt/butik/node_modules/.bin/node', resolve('node_modules/.bin/node'))
        .replace('directory=/opt/butik', `directory=${process.cwd()}`)
        .replace('http://127.0.0.1:3001', shopUrl),
    ),
    '',
  ].join('\n')
}

/** An authority, and a certificate of mail.dukkan.example that it signed. */
function makeCertificates(folder: string): void {
  const run = (...args: string[]) => execFileSync(programs.openssl, args, { cwd: folder, stdio: 'pipe' })
  const fresh = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  run('req', '-x509', ...fresh, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=Deneme')
  run('req', ...fresh.slice(0, 5), '-keyout', 'server.key', '-out', 'server.csr', '-subj', '/CN=mail.dukkan.example')
  writeFileSync(join(folder, 'san'), 'subjectAltName=DNS:mail.dukkan.example')
  run(
    'x509',
    '-req',
    '-in',
    'server.csr',
    '-CA',
    'ca.pem',
    '-CAkey',
    'ca.key',
    '-CAcreateserial',
    '-days',
    '2',
    '-extfile',
    'san',
    '-out',
    'server.pem',
  )
}

/** Starts OpenDKIM with a fresh key and gives the record that the DNS would have. */
async function startDkim(folder: string, port: number): Promise<{ dnsRecord: string; stopSigning(): void }> {
  execFileSync(programs['opendkim-tools'], ['-D', folder, '-s', 'butik', '-d', 'dukkan.example'])
  const config = shipped('opendkim.conf', (text) =>
    text
      .replace('8891@', `${port}@`)
      .replace('/etc/dkimkeys', folder)
      .replace(/^UserID.*$/m, `RequireSafeKeys no\nPidFile ${folder}/opendkim.pid`),
  )
  writeFileSync(join(folder, 'opendkim.conf'), config)
  const opendkim = spawn(programs.opendkim, ['-f', '-x', join(folder, 'opendkim.conf')], { stdio: 'ignore' })
  for (let n = 0; !existsSync(join(folder, 'opendkim.pid')); n++) {
    if (n > 50 || opendkim.exitCode !== null) throw new Error('OpenDKIM does not start; look at the system’s log')
    await wait(100)
  }
  const record = readFileSync(join(folder, 'butik.txt'), 'utf8')
  const dnsRecord = [...record.matchAll(/"([^"]*)"/g)].map(([, text]) => text).join('')
  return { dnsRecord, stopSigning: () => opendkim.kill() }
}
