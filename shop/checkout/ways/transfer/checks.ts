import { z } from 'zod'
import { checkIban, formatIban, plainIban } from '../../../fields/iban.ts'
import { findSetting } from '../../../settings/settings.ts'
import { todo, type Way, type WayFinding } from '../way.ts'
import { demoAccount, TransferSettings, transferKey } from './settings.ts'

/** As it is saved, whether or not it could be saved so today. */
const Saved = z.looseObject({
  on: z.literal(true),
  accounts: z.array(z.looseObject({ iban: z.string() })).catch([]),
})

export const transferChecks: Way['checks'] = {
  id: 'transfer',
  title: 'Havale / EFT',
  link: '/admin/ayarlar?bolum=havale',
  async find(ctx) {
    const saved = await findSetting(ctx, transferKey, Saved)
    if (!saved) return []
    const problems = problemsOf(saved.accounts.map(({ iban }) => plainIban(iban)))
    const isTaken = (await findSetting(ctx, transferKey, TransferSettings)) !== undefined
    if (problems.length === 0 && !isTaken) return [unreadable]
    return problems.length > 0 ? problems : [good(saved.accounts.length)]
  },
}

function problemsOf(ibans: string[]): WayFinding[] {
  if (ibans.length === 0) return [noAccount]
  return ibans.flatMap((iban) => {
    if (iban === demoAccount.iban) return [sample]
    const wrong = checkIban(iban)
    return wrong ? [mistyped(iban, wrong)] : []
  })
}

const noAccount = todo(
  'Havale açık ama hesap yazılmamış; IBAN’ınızı girin ya da havaleyi kapatın.',
  'transfers are on without an account; enter one, or switch them off',
)
const sample = todo(
  'Hesaplar arasında deneme mağazasının örnek hesabı var; kimseye ait değildir, kendi IBAN’ınızı girin.',
  'the demo’s sample account is among the accounts; it is nobody’s, enter your own',
)
const unreadable = todo(
  'Havale ayarları bozuk olduğu için havale kapalı sayılıyor; ayarları gözden geçirip yeniden kaydedin.',
  'the settings of transfers cannot be read, so they count as off; save them again',
)

function mistyped(iban: string, wrong: string): WayFinding {
  const shown = formatIban(iban)
  return todo(
    `${shown}: ${wrong}. Havale bu yüzden kapalı sayılıyor.`,
    `the IBAN ${shown} is mistyped (check digits), so transfers count as off`,
  )
}

function good(accounts: number): WayFinding {
  return { state: 'done', text: `Havale ${accounts} hesaba alınıyor.`, plain: `transfers to ${accounts} account(s)` }
}
