import type { Ctx } from '../../ctx.ts'
import { invalid } from '../../errors.ts'
import { findBrand } from '../../settings/brand.ts'
import { isGuessable, isMadeOf, isMadeOfNumbered } from './guessable.ts'

const better = 'birkaç kelimeden oluşan, yalnızca sizin bildiğiniz bir şifre seçin'

type Person = { email: string; firstName: string; lastName: string }

/** Refuses, at `field`, a new password that is guessed first: a common one, the person's own name or address, the shop's name. */
export async function requireGoodPassword(ctx: Ctx, password: string, person: Person, field: string): Promise<void> {
  if (isGuessable(password)) {
    throw invalid({ [field]: [`Bu şifre çok sık kullanıldığı için kolayca tahmin edilir; ${better}.`] })
  }
  const { shopName } = await findBrand(ctx)
  if (isMadeOf(ownWords(person), password) || isMadeOfNumbered([shopName, 'butik', 'butik sifre'], password)) {
    throw invalid({
      [field]: [
        `Adınızdan, e-posta adresinizden veya mağazanın adından oluşan bir şifre kolayca tahmin edilir; ${better}.`,
      ],
    })
  }
}

function ownWords({ email, firstName, lastName }: Person): string[] {
  const [name = ''] = email.split('@')
  return [email, name, firstName, lastName, `${firstName} ${lastName}`, `${lastName} ${firstName}`]
}
