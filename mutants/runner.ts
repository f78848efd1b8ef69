import { setTimeout } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { TestRunner } from 'vitest'
import { learned, note, readJournal, taskOf } from './journal.ts'

declare global {
  /** Asked by every damaged place: is this damage awake? */
  var mutantIsOn: ((id: number) => boolean) | undefined
}

/** Rounds of a loop before a damage counts as one that never ends. */
const endless = 2_000_000
/** Milliseconds; a test that takes longer tries nothing. */
const longestTest = 15_000
/** A mutant with which so many tests ran out of time is tried no further. */
const mostLate = 2

const task = taskOf(process.env.MUTANTS_TASK ?? '')
// Results of the process before this one, should a mutant have ended it.
const { killed, tried, late, doubted, done } = learned(readJournal(task.journal))
const gaveUp = (id: number) => killed.has(id) || (late.get(id) ?? 0) >= mostLate
const loaded = new Set<number>()
let awake = task.always
let loading = true
let hits: Set<number> | undefined
let rounds = 0

globalThis.mutantIsOn = (id) => {
  if (hits) hits.add(id)
  else if (loading && awake === undefined && !loaded.has(id)) {
    loaded.add(id)
    note(task, { loaded: id })
  }
  if (awake !== id) return false
  if (++rounds > endless) throw new Error('a mutant that never ends')
  return true
}

// Nothing is memoized: a value from before the damage would hide it, and one from the damage would outlast it.
const { memo } = LRUCache.prototype
LRUCache.prototype.memo = function (key, options) {
  return memo.call(this, key, { ...options, forceRefresh: true })
}

type Test = Parameters<NonNullable<TestRunner['onAfterTryTask']>>[0]
type TestFile = Parameters<TestRunner['onCollectStart']>[0]
type Try = { retry: number; repeats: number }

/**
 * Runs each test once as it is, and notes what it reaches; or, with a plan, once for each mutant that it is to try. After
 * a mutant was noticed the test runs as it is again: nothing may be left of the damage, and the test must hold without it.
 * Otherwise the process ends, since what was computed with the damage may be kept in memory, and the next one goes on.
 */
export default class MutantRunner extends TestRunner {
  failedBefore: number | undefined
  fit = true
  ids: number[] = []
  current: number | undefined

  override onCollectStart(file: TestFile): void {
    super.onCollectStart(file)
    loading = true
  }

  override async onBeforeRunTask(test: Test): Promise<void> {
    await super.onBeforeRunTask(test)
    loading = false
    const name = nameOf(test)
    this.fit = true
    this.failedBefore = undefined
    const asked = task.plan?.[name]?.ids ?? []
    this.ids = asked.filter((id) => !gaveUp(id) && !tried.get(id)?.has(name))
    if (task.plan) test.repeats = this.ids.length * 2 - 1
    const isIdle = task.plan ? this.ids.length === 0 : task.always === undefined && done.has(name)
    if (isIdle) test.mode = 'skip'
    else note(task, { begun: name })
  }

  override onBeforeTryTask(test: Test, options: Try): void {
    super.onBeforeTryTask(test, options)
    this.current = undefined
  }

  async runTask(test: Test): Promise<void> {
    const work = TestRunner.getTestFn(test)
    if (task.always !== undefined) return work()
    if (!task.plan) return asItIs(test, work)
    const round = test.result?.repeatCount ?? 0
    const id = this.ids[round >> 1]
    if (!this.fit || id === undefined) return
    if (round % 2 === 1) return this.failedBefore === round - 1 ? void (await work()) : undefined
    if (gaveUp(id)) return
    note(task, { trying: id, test: nameOf(test) })
    this.current = id
    await damaged(id, task.plan[nameOf(test)]?.usual ?? 0, work)
  }

  override async onAfterRetryTask(test: Test, options: Try): Promise<void> {
    await super.onAfterRetryTask(test, options)
    if (task.always === undefined) this.judge(test, options)
  }

  /** All of a test, its fixtures' ends too, is over, and whether it failed is known. */
  judge(test: Test, { repeats }: Try): void {
    const failed = test.result?.state === 'fail'
    awake = undefined
    hits = undefined
    const why = test.result?.errors?.[0]?.message ?? ''
    if (this.current !== undefined) decide(this.current, test, failed ? why : undefined)
    if (!failed) return
    if (this.current !== undefined) this.failedBefore = repeats
    else this.mistrust(test, why, this.ids[repeats >> 1])
    if (test.result) Object.assign(test.result, { state: 'pass', errors: [] })
  }

  mistrust(test: Test, why: string, id: number | undefined): void {
    this.fit = false
    if (id === undefined) note(task, { unfit: nameOf(test), why })
    else {
      note(task, { doubted: id, test: nameOf(test), again: doubted.get(id)?.has(nameOf(test)) ?? false })
      process.kill(process.pid, 'SIGKILL')
    }
  }

  override onAfterRunTask(test: Test): void {
    super.onAfterRunTask(test)
    if (task.always !== undefined && test.result?.state === 'fail')
      decide(task.always, test, test.result.errors?.[0]?.message ?? '')
  }
}

async function asItIs(test: Test, work: () => unknown): Promise<void> {
  const begun = Date.now()
  hits = new Set()
  await work()
  const usual = Math.max(Date.now() - begun, 1)
  if (usual <= longestTest) note(task, { by: nameOf(test), reached: [...hits], usual })
}

async function damaged(id: number, usual: number, work: () => unknown): Promise<void> {
  awake = id
  rounds = 0
  hits = new Set()
  // The first test of a process waits for the database too.
  await within(15_000 + usual * 10, Promise.resolve(work()), () => note(task, { late: id, ending: true }))
}

function decide(id: number, test: Test, why: string | undefined): void {
  if (why === undefined) note(task, { survived: id })
  else if (isLate(why)) {
    late.set(id, (late.get(id) ?? 0) + 1)
    note(task, { late: id, ending: false })
  } else {
    killed.set(id, nameOf(test))
    note(task, { killed: id, test: nameOf(test) })
  }
}

const tookTooLong = 'took too long'
/** Said here, or by Vitest. */
const isLate = (why: string) => why === tookTooLong || /^(Test|Hook) timed out/.test(why)

/** Milliseconds; for so long what takes too long may still end, before the next test begins. */
const grace = 10_000

/** A test that does not end holds the database and blocks all others: the next process goes on. */
async function within(limit: number, work: Promise<unknown>, beforeTheEnd: () => void): Promise<void> {
  const over = Symbol('over')
  const stop = new AbortController()
  const first = await Promise.race([work, setTimeout(limit, over, { signal: stop.signal })])
  stop.abort()
  if (first !== over) return
  const ended = work.catch(() => {})
  if ((await Promise.race([ended, setTimeout(grace, over)])) === over) {
    beforeTheEnd()
    process.kill(process.pid, 'SIGKILL')
  }
  throw new Error(tookTooLong)
}

/** With its place in the file: rows of test.for may have one name. */
const nameOf = (test: Test) => `${test.file.name}: ${test.fullTestName} (${test.id.replace(/^[^_]*_/, '')})`
