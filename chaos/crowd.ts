import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { WireLine, WirePlace } from '#api/wire/payments.ts'
import type { Product } from '#shop/catalog/products.ts'
import type { Ctx } from '#shop/ctx.ts'
import { auditBooks, stockByVariant } from '#test/books.ts'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { type RunningShop, startShop, temporaryFolder } from '#test/process.ts'
import { openOwnPostgres } from './postgres.ts'
import { prepare, secret } from './prepared.ts'

type Given = {
  ctx: Ctx
  /** Processes of one shop; the first is killed while people wait. With CHECKOUTS_AT_ONCE and TRUST_PROXY=1. */
  shops: [RunningShop, ...RunningShop[]]
  /** People who want one of the pieces, and the number of bots among them, which come last. */
  buyers: number
  bots: number
  pieces: number
  /** People among them who want something of which there is enough. */
  others: number
  /** Milliseconds in which they come. */
  within: number
  /** The longest that they wait before they look again; ten seconds, as in the browser, unless told otherwise. */
  mostPause?: number
  say: (line: string) => void
}

/** Milliseconds until a request times out. */
const timeout = 90_000
/** Milliseconds in which nobody bought or heard that it is sold out: then nobody will, and the drill fails. */
const longestQuiet = 120_000

type Person = { n: number; kind: 'buyer' | 'bot' | 'other'; token: string; product: Product }
type Shopped = Person & {
  end: 'bought' | 'sold out'
  /** Each place that she was told. */
  places: Set<number>
  /** When she first asked and was told her place; performance.now(). */
  asked: number
  told: number
  ms: number
  failures: string[]
  from: number
  /** Her payments that came to nothing, such as one that the killed process never sent to the bank; after each she pays again. */
  declined: number
  /** The last answer that she got; undefined once she went. */
  last: string | undefined
}

/** Nobody looks more often than the browser does, but bots. Milliseconds. */
const pauseOf = ({ ahead, seconds }: Pick<WirePlace, 'ahead' | 'seconds'>, most: number) =>
  ahead < 20 || (seconds !== null && seconds < 15) ? 1500 : Math.min(most, ((seconds ?? 25) / 5) * 1000)

/**
 * A crowd comes for a few pieces, through several processes of which one is killed, with bots that hammer. Gives what was not fair or
 * not right, and figures.
 */
export async function comeAllAtOnce(given: Given) {
  const { ctx, shops, pieces, within, mostPause = 10_000, say } = given
  const wanted = await aProduct(ctx, { name: 'Aranan elbise', variants: [{ stock: pieces }] })
  const plenty = await aProduct(ctx, { name: 'Bol gömlek', variants: [{ stock: 100_000 }] })
  const people = await peopleOf(given, wanted, plenty)
  const stock = await stockByVariant(ctx.db)
  let isOver = false
  const killing = killWhileTheyWait(shops, () => isOver)
  const began = performance.now()
  const crowd = people.map(started)
  const going = crowd.map(async (told) => {
    await wait((told.n / people.length) * within)
    told.from = performance.now()
    return told.kind === 'bot' ? hammer(told, shops) : shopPatiently(told, shops, mostPause)
  })
  const shopped = await untilAllWent(crowd, going).finally(() => {
    isOver = true
  })
  const seconds = (performance.now() - began) / 1000
  const killed = await killing
  if (killed) say('one process was killed')
  const figures = figuresOf(shopped, seconds)
  say(JSON.stringify(figures))
  const sold = await soldOf(ctx, wanted)
  const wrong = [...unfair(shopped, shops.length), ...(await auditBooks(ctx.db, stock))]
  if (shops.length > 1 && !killed) wrong.push('no process was killed while people waited')
  if (sold !== pieces) wrong.push(`${sold} of ${pieces} pieces were sold`)
  return { wrong, figures, shopped }
}

/** The same with a PostgreSQL and two processes of its own. */
export async function comeToTheDrop(
  people: Omit<Given, 'ctx' | 'shops' | 'say'>,
  say: Given['say'],
): Promise<string[]> {
  const postgres = await openOwnPostgres()
  const folders = [temporaryFolder(), temporaryFolder()] as const
  const common = { DATABASE_URL: postgres.url, AUTH_SECRET: secret, TRUST_PROXY: '1' }
  const goods = await prepare({ ...common, DATA_DIR: folders[0].path })
  const start = ({ path }: { path: string }) => startShop({ ...common, DATA_DIR: path })
  const shops = await Promise.all([start(folders[0]), start(folders[1])])
  try {
    return (await comeAllAtOnce({ ctx: goods.ctx, shops, ...people, say })).wrong
  } finally {
    await Promise.all(shops.map((shop) => shop.kill()))
    await goods.handle.close()
    await postgres.close()
    for (const folder of folders) folder.remove()
  }
}

async function peopleOf({ ctx, buyers, bots, others }: Given, wanted: Product, plenty: Product): Promise<Person[]> {
  const people: Person[] = []
  for (let n = 0; n < buyers + others; n++) {
    const token = await signIn(ctx, await aUser(ctx))
    const isOther = n % Math.ceil((buyers + others) / others) === 0
    const kind = isOther ? 'other' : n >= buyers + others - bots ? 'bot' : 'buyer'
    people.push({ n, kind, token, product: isOther ? plenty : wanted })
  }
  return people
}

/** kill -9 once the line moves. False when the crowd was through before that was seen. */
async function killWhileTheyWait([first, ...others]: Given['shops'], isOver: () => boolean): Promise<boolean> {
  const [other] = others
  let before: number | undefined
  while (other && !isOver()) {
    const line = await lineAt(other).catch(() => undefined)
    if (line?.open) {
      before ??= line.called
      if (line.called > before + 5 && line.last > line.called) {
        await first.kill()
        return true
      }
    }
    await wait(50)
  }
  return false
}

async function lineAt({ url }: RunningShop): Promise<WireLine> {
  return (await (await fetch(`${url}/api/v1/checkout/line`)).json()).data
}

/** A process that does not answer is left to the next, as a balancer would. */
async function atAny<T>(shops: RunningShop[], turn: number, ask: (shop: RunningShop) => Promise<T>): Promise<T> {
  const alive = shops.filter((shop) => !shop.ended())
  const shop = alive[turn % alive.length]
  if (!shop) throw new Error('no process is left')
  try {
    return await ask(shop)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    await wait(100)
    return atAny(shops, turn + 1, ask)
  }
}

type Paid = { asked: number; nth: number; status: number; code?: string; place?: WirePlace; retryAfter: number }

async function pay(told: Shopped, shops: RunningShop[], turn: number, ticket?: string): Promise<Paid> {
  const { n, token, product, declined: nth } = told
  // The time of the first try: a killed process may have given her a place that she learns only at the next try.
  const asked = performance.now()
  return atAny(shops, turn, async ({ url }) => {
    const response = await fetch(`${url}/api/v1/payments/create`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': `crowd ${n} ${nth}`,
        'x-forwarded-for': `10.${n >> 8}.${n & 255}.1`,
        ...(ticket ? { 'line-ticket': ticket } : {}),
      },
      body: JSON.stringify(aPayment(product)),
      signal: AbortSignal.timeout(timeout),
    })
    const { code, data } = await response.json()
    const retryAfter = Number(response.headers.get('retry-after') ?? 0)
    return { asked, nth, status: response.status, code, retryAfter, ...(code === 'IN_LINE' ? { place: data } : {}) }
  })
}

/** Rejects, naming whoever is still there and what they were told last, when nobody goes any more. */
async function untilAllWent(crowd: Shopped[], going: Promise<Shopped>[]): Promise<Shopped[]> {
  const over = new AbortController()
  const all = Promise.all(going).finally(() => over.abort())
  const stuck = async () => {
    for (let before = crowd; ; ) {
      await wait(longestQuiet, undefined, { signal: over.signal })
      const still = crowd.filter(({ last }) => last !== undefined)
      if (still.length === before.length)
        throw new Error(`still there: ${still.map(({ n, kind, last }) => `${kind} ${n}: ${last}`).join('; ')}`)
      before = still
    }
  }
  return Promise.race([all, stuck()])
}

function started(person: Person): Shopped {
  return {
    ...person,
    end: 'sold out',
    places: new Set(),
    asked: 0,
    told: 0,
    ms: 0,
    failures: [],
    from: performance.now(),
    declined: 0,
    last: 'has not come',
  }
}

/** Notes an answer; true when it is the last. */
function note(told: Shopped, { asked, nth, status, code, place }: Paid): boolean {
  told.last = `${status} ${code}, place ${place?.place}`
  told.ms = performance.now() - told.from
  if (place && told.places.size === 0) Object.assign(told, { asked, told: performance.now() })
  if (place) told.places.add(place.place)
  if (status === 200) told.end = 'bought'
  if (code === 'PAYMENT_DECLINED' && nth === told.declined) told.declined++
  // 202: a killed process had it in hand, and the other finds out what became of it.
  const isExpected =
    [200, 202].includes(status) ||
    ['IN_LINE', 'OUT_OF_STOCK', 'PAYMENT_DECLINED'].includes(code ?? '') ||
    (told.kind === 'bot' && status === 429)
  if (!isExpected) told.failures.push(`${status} ${code}`)
  const isOver = status === 200 || code === 'OUT_OF_STOCK'
  if (isOver) told.last = undefined
  return isOver
}

/** As the checkout's page does: looks how the line stands, and pays again once her place is called. */
async function shopPatiently(told: Shopped, shops: RunningShop[], mostPause: number): Promise<Shopped> {
  let ticket: string | undefined
  for (let turn = told.n; ; turn++) {
    const paid = await pay(told, shops, turn, ticket)
    if (note(told, paid)) return told
    if (!paid.place) {
      await wait(paid.retryAfter * 1000 || 1000)
      continue
    }
    ticket = paid.place.ticket
    if ((await waitForTurn(paid.place, told, shops, mostPause)) === 'sold out') {
      told.ms = performance.now() - told.from
      told.last = undefined
      return told
    }
  }
}

async function waitForTurn(
  place: WirePlace,
  told: Shopped,
  shops: RunningShop[],
  mostPause: number,
): Promise<'called' | 'sold out'> {
  const { n, product } = told
  let pause = pauseOf(place, mostPause)
  for (let turn = n; ; turn++) {
    await wait(pause * (0.8 + Math.random() * 0.4))
    const line = await atAny(shops, turn, lineAt)
    told.last = `place ${place.place} of the line ${JSON.stringify(line)}`
    if (product.variants.every(({ id }) => line.soldOut.includes(id))) return 'sold out'
    if (!line.open || place.place <= line.called) return 'called'
    const ahead = place.place - line.called - 1
    pause = pauseOf({ ahead, seconds: line.perSecond ? ahead / line.perSecond : null }, mostPause)
  }
}

/** Three tabs that press the button all the time. */
async function hammer(told: Shopped, shops: RunningShop[]): Promise<Shopped> {
  let isOver = false
  const tab = async () => {
    let ticket: string | undefined
    for (let turn = told.n; !isOver; turn++) {
      const paid = await pay(told, shops, turn, ticket)
      if (paid.place) ticket = paid.place.ticket
      if (!isOver && note(told, paid)) isOver = true
      await wait(100)
    }
  }
  await Promise.all([tab(), tab(), tab()])
  return told
}

async function soldOf({ db }: Ctx, { id }: Product): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`
    select coalesce(sum(i.quantity), 0)::int as n from order_items i join orders o on o.id = i.order_id
    where i.product_id = ${id} and o.paid_at is not null`)
  return rows[0]?.n ?? 0
}

function unfair(shopped: Shopped[], processes: number): string[] {
  const wrong: string[] = []
  const inLine = shopped.filter(({ places }) => places.size > 0).sort((a, b) => placeOf(a) - placeOf(b))
  let lastAsked = 0
  for (const one of inLine) {
    if (one.told < lastAsked)
      wrong.push(
        `place ${placeOf(one)} was told ${Math.round(lastAsked - one.told)} ms before a lower one was asked for`,
      )
    lastAsked = Math.max(lastAsked, one.asked)
  }
  for (const { n, places } of shopped) if (places.size > 1) wrong.push(`${n} had the places ${[...places].join(', ')}`)
  for (const { n, failures } of shopped) if (failures.length > 0) wrong.push(`${n} was answered ${failures.join(', ')}`)
  // Each process writes one purchase at a time here, and one that is killed leaves what it was doing.
  const declined = shopped.reduce((sum, one) => sum + one.declined, 0)
  if (declined > (processes - 1) * mostOvertaking) wrong.push(`${declined} payments came to nothing`)
  // The first of those who waited for the pieces got them.
  const forPieces = inLine.filter(({ kind }) => kind !== 'other')
  const got = forPieces.filter(({ end }) => end === 'bought').length
  const overtook = forPieces.slice(got + processes * mostOvertaking).filter(({ end }) => end === 'bought')
  for (const one of overtook)
    wrong.push(`place ${placeOf(one)} got one of ${got} pieces before ${forPieces.indexOf(one)} others`)
  for (const { n, kind, end } of shopped)
    if (kind === 'other' && end !== 'bought') wrong.push(`${n} got none of plenty`)
  return wrong
}

/** In each process those whose purchases are written at once may end in any order, and a killed one loses what it was doing. */
const mostOvertaking = 5

const placeOf = ({ places }: Shopped) => Math.min(...places)

function figuresOf(shopped: Shopped[], seconds: number) {
  const of = (kind: Person['kind'], end: Shopped['end']) =>
    shopped.filter((one) => one.kind === kind && one.end === end)
  const others = of('other', 'bought').map(({ ms }) => ms)
  return {
    people: shopped.length,
    inLine: shopped.filter(({ places }) => places.size > 0).length,
    bought: { buyers: of('buyer', 'bought').length, bots: of('bot', 'bought').length, others: others.length },
    seconds: Math.round(seconds * 10) / 10,
    longest: Math.round(Math.max(...shopped.map(({ ms }) => ms)) / 100) / 10,
  }
}
