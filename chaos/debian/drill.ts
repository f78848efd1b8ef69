import { execFileSync } from 'node:child_process'
import { goodCard, paymentWith, usualRecipient } from '#test/checkout.ts'
import type { Json } from '#test/process.ts'
import { bootMachine, type Machine } from './machine.ts'

const domain = 'dukkan.localhost'
const owner = `sahip@${domain}`
const root = '/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt'

type Say = (line: string) => void

/**
 * An empty Debian becomes a shop by deploy/install.sh, from the files of an older commit; sells, backs up, is brought to
 * these files while pages are read, sells again, and goes back without losing an order. Gives what was wrong.
 */
export async function installOnDebian(older: string | undefined, say: Say): Promise<string[]> {
  const before = older ?? commitBefore('db/migrations')
  const wrong: string[] = []
  const expect = (holds: boolean, otherwise: string) => void (holds || wrong.push(otherwise))
  const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const begun = performance.now()
    const result = await work()
    say(`${what}: ${Math.round((performance.now() - begun) / 1000)} s`)
    return result
  }

  const debian = await timed('an empty Debian, booted', bootMachine)
  try {
    const { run } = debian
    const shop = openClient(debian)
    debian.put(filesHere(), 'root/new')
    debian.put(execFileSync('git', ['archive', before], { maxBuffer: 1e9 }), 'root/old')
    // The drill tries the new scripts, so they replace those of the older version.
    await run('rm -r /root/old/deploy && cp -r /root/new/deploy /root/old/')

    const install = `/root/new/deploy/install.sh --from /root/old --processes 2 ${domain} ${owner}`
    const said = await timed(`${debian.release}: install.sh, the files of ${before.slice(0, 7)}`, () => run(install))
    const password = /with the password (\S+)/.exec(said)?.[1] ?? ''
    say(`Node of Debian ${(await run('/usr/bin/node -v')).trim()}, of the shop ${(await run(nodeVersion)).trim()}`)
    expect((await run(modes)) === expectedModes, `modes are ${await run(modes)}`)
    expect(!(await run('cat /etc/butik/env')).includes(password), 'the admin’s password stays in the settings')
    expect((await run(users)) === 'butik\nbutik\n', `the processes run as ${await run(users)}`)

    // A token is good for a quarter of an hour, which an installation may outlast.
    let token = await shop.signIn(password)
    const first = await shop.buy(token)
    const placed = await run(placedFiles)
    await timed('install.sh once more', () => run(install))
    expect((await run(placedFiles)) === placed, 'a second install.sh changes what is there')

    await timed('a backup, as the timer makes it', () => run('systemctl start butik-backup'))
    say((await run(`cd /opt/butik && ${asButik} ops/restore.ts ${newestBackup} --check`)).trim())
    const faults = await run('systemd-analyze verify butik@1.service butik-backup.service butik-backup.timer 2>&1')
    expect(faults === '', `systemd-analyze verify: ${faults}`)
    for (const unit of ['butik@1', 'butik-backup'])
      say((await run(`systemd-analyze security ${unit}.service --no-pager | tail -n1`)).trim())

    const read = shop.readPages()
    await timed('upgrade.sh', () => run('/root/new/deploy/upgrade.sh'))
    const { pages, failed } = await read.close()
    say(`pages read through Caddy meanwhile: ${pages}, of which ${failed} failed`)
    expect(pages > 20 && failed === 0, `${failed} of ${pages} pages failed during the upgrade`)
    token = await shop.signIn(password)
    expect(await shop.has(token, first), 'the first order is missing after the upgrade')
    const second = await shop.buy(token)

    await timed('upgrade.sh --back', () => run('/opt/butik/deploy/upgrade.sh --back'))
    token = await shop.signIn(password)
    for (const order of [first, second]) expect(await shop.has(token, order), 'an order is missing after the way back')
    await shop.buy(token)
  } catch (error) {
    wrong.push(error instanceof Error ? error.message : String(error))
    wrong.push(await debian.run('tail -n 30 /var/log/butik-install.log; journalctl -n 30 --no-pager').catch(String))
  } finally {
    await timed('removed', debian.remove)
  }
  return wrong
}

const asButik = 'runuser -u butik -- node_modules/.bin/node'
const nodeVersion = '/opt/butik/node_modules/.bin/node -v'
const newestBackup = '$(ls -d /var/backups/butik/butik-* | tail -n1)'
const modes = "stat -c '%a %U:%G %n' /etc/butik /etc/butik/env /var/lib/butik /var/backups/butik"
const expectedModes =
  '750 root:butik /etc/butik\n640 root:butik /etc/butik/env\n700 butik:butik /var/lib/butik\n700 butik:butik /var/backups/butik\n'
const users = 'for n in 1 2; do stat -c %U /proc/$(systemctl show -P MainPID butik@$n); done'
/** Files that an operator might have changed, and the processes, which go on. */
const placedFiles = `find /etc/butik /etc/systemd /etc/caddy -type f -exec sha256sum {} +; readlink /opt/butik; systemctl show -P MainPID butik@1 butik@2 caddy`

/** The last commit that had not yet what was changed last in a folder. */
function commitBefore(path: string): string {
  return execFileSync('git', ['log', '-1', '--no-merges', '--format=%P', '--', path], { encoding: 'utf8' }).trim()
}

/** The project's files as they are here. */
function filesHere(): Buffer {
  const names = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'])
  return execFileSync('tar', ['-c', '--null', '-T', '-'], { input: names, maxBuffer: 1e9 })
}

/** A client on the machine itself, through Caddy and its certificate. */
function openClient({ run }: Machine) {
  const curl = `curl -sS --max-time 60 --cacert ${root} https://${domain}`

  async function call(method: string, path: string, options: { body?: unknown; token?: string } = {}): Promise<Json> {
    const headers = options.token ? ` -H 'authorization: Bearer ${options.token}'` : ''
    const data = options.body === undefined ? '' : ` -H 'content-type: application/json' --data-binary @-`
    const answer = await run(`${curl}/api/v1${path} -X ${method}${headers}${data}`, JSON.stringify(options.body))
    const { success, data: found, message } = JSON.parse(answer)
    if (!success) throw new Error(`${method} ${path}: ${message}`)
    return found
  }

  return {
    async signIn(password: string): Promise<string> {
      return (await call('POST', '/auth/login', { body: { email: owner, password } })).accessToken
    },

    /** One piece, paid by card; the demo bank takes it. Gives the order's id. */
    async buy(token: string): Promise<string> {
      const { products } = await call('GET', '/products?limit=50')
      const product = products.find(({ variants }: Json) => variants.some(isThere))
      const variant = product.variants.find(isThere)
      const cartItems = [{ productId: product.id, variantId: variant.id, size: variant.size, quantity: 1 }]
      const { total } = await call('POST', '/checkout/quote', { body: { cartItems, city: usualRecipient.city }, token })
      const customerInfo = { ...usualRecipient, email: owner }
      const body = {
        orderData: { cartItems, customerInfo, totalAmount: total },
        paymentData: paymentWith(goodCard),
      }
      const { status, orderId } = await call('POST', '/payments/create', { body, token })
      if (status !== 'SUCCESS') throw new Error(`the payment is ${status}`)
      return orderId
    },

    async has(token: string, orderId: string): Promise<boolean> {
      const orders: { id: string; paymentStatus: string }[] = await call('GET', '/orders/my', { token })
      return orders.some(({ id, paymentStatus }) => id === orderId && paymentStatus === 'SUCCESS')
    },

    /** Reads pages until it is closed. */
    readPages() {
      let reading = true
      const counts = { pages: 0, failed: 0 }
      const done = (async () => {
        while (reading) {
          // Each over a connection of its own.
          const each = `for n in 1 2 3 4 5; do ${curl}/ust-giyim -o /dev/null -w '%{http_code}\\n'; sleep 0.2; done`
          const codes = (await run(`${each}; true`)).trim().split('\n')
          counts.pages += codes.length
          counts.failed += codes.filter((code) => code !== '200').length
        }
        return counts
      })()
      // Where the drill ends for another reason, that is what it says.
      done.catch(() => {})
      return {
        close() {
          reading = false
          return done
        },
      }
    },
  }
}

const isThere = ({ stockQuantity }: Json) => stockQuantity > 2
