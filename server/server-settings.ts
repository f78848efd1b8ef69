import type { Logger } from 'pino'
import { type Env, SettingsError, valuesSet, withSaved } from '#env'
import type { Deps, ServerSettings } from '#shop/ctx.ts'
import type { PaymentProvider } from '#shop/payment-provider.ts'
import { openPayments } from '#shop/payments/open.ts'
import type { DnsQuestions } from '#shop/ports.ts'
import { readSaved } from '#shop/settings/server/saved.ts'

/** The parts that are opened again when settings are saved. */
type Settled = Pick<Deps, 'config' | 'payments'> & { otherPayments: PaymentProvider[] }

type Given = {
  /** As the environment has it. */
  env: Env
  /** The key that signs tokens, from the environment or from beside the data. */
  authSecret: string
  log: Logger
  dns: DnsQuestions
  traced?: ((provider: PaymentProvider) => PaymentProvider) | undefined
  /** Called after each change but the first. */
  onChange(): void
}

/**
 * Makes settings that the panel saves hold without a restart: each new ctx copies these dependencies, and finds the new ones
 * in them from then on. Work under way keeps those that it began with.
 */
export function serverSettings(findDeps: () => Deps, given: Given): ServerSettings {
  const { env, log, onChange } = given
  const set = valuesSet(env)
  let turn: Promise<void> = Promise.resolve()
  const reload = async () => {
    const deps = findDeps()
    const before = deps.config
    Object.assign(deps, await settle(deps.db, deps.clock, given))
    if (before.mode !== deps.config.mode) log.info({ mode: deps.config.mode }, 'the shop is live now')
    onChange()
  }
  return {
    fixed: new Set(Object.keys(set)),
    given: (names) => Object.fromEntries(names.flatMap((name) => (set[name] ? [[name, set[name]]] : []))),
    givenSecret: env.authSecret,
    findProblem(saved) {
      try {
        withSaved(env, saved)
        return undefined
      } catch (error) {
        if (error instanceof SettingsError) return error.message
        throw error
      }
    },
    // One after the other, so that the newest wins.
    reload: () => {
      turn = turn.catch(() => {}).then(reload)
      return turn
    },
    now() {
      const { config, payments, otherPayments } = findDeps()
      return { config, payments, ...(otherPayments ? { otherPayments } : {}) }
    },
    dns: given.dns,
  }
}

/** The settings as they are now, and the providers that work with them. SettingsError where the shop cannot start so. */
export async function settle(
  db: Deps['db'],
  clock: Deps['clock'],
  { env, authSecret, log, traced }: Pick<Given, 'env' | 'authSecret' | 'log' | 'traced'>,
): Promise<Settled> {
  const saved = await readSaved(db, { dataDir: env.dataDir, authSecret: env.authSecret })
  if (saved.lost.length > 0)
    log.error(
      { settings: saved.lost },
      'saved settings cannot be read: put DATA_DIR/settings-key or AUTH_SECRET back, or type them again in the panel',
    )
  const config = { ...withSaved(env, saved), authSecret }
  return { config, ...openPayments(config, { db, clock, log }, traced) }
}
