/** The first guesses of an attacker; a password built on one of these is weak. */
const common =
  /^(.)\1+$|12345|54321|qwert|asdfg|abc123|password|parola|sifre|şifre|admin|welcome|iloveyou|seviyorum|besiktas|beşiktaş|fenerbahce|fenerbahçe|galatasaray|trabzonspor|istanbul|türkiye|turkiye|mustafa|mehmet|ataturk|atatürk/i

type Strength = { score: 0 | 1 | 2 | 3 | 4; label: string }

/** A hint, no rule: how long a password would stand, by its length, its variety and what people try first. */
export function strengthOf(password: string): Strength {
  if (password.length < 6) return { score: 0, label: 'Çok kısa' }
  const guessed = common.test(password)
  const variety = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password)).length
  const different = new Set(password).size
  if ((guessed && password.length < 12) || different < 4) return { score: 1, label: 'Kolay tahmin edilir' }
  const points = (password.length >= 10 ? 1 : 0) + (password.length >= 14 ? 1 : 0) + (variety >= 3 ? 1 : 0)
  if (points === 0) return { score: 1, label: 'Zayıf' }
  if (points === 1 || guessed) return { score: 2, label: 'Orta' }
  return points === 2 ? { score: 3, label: 'Güçlü' } : { score: 4, label: 'Çok güçlü' }
}
