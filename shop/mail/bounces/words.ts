/** The meanings of RFC 3463's codes and of servers' words. Pure: the panel shows them too. */

const gone =
  /unknown user|user unknown|no such (user|mailbox|recipient|person)|does( not|n't) exist|no mailbox|mailbox (not found|unavailable)|not our customer|invalid (recipient|mailbox)|account (is |has been )?(disabled|inactive|closed)|recipient ?not ?found|does( not|n't) have an? .{0,40}account|recipient address rejected: access denied/i

/**
 * Whether the address itself does not work: there is no such mailbox or domain, or it is closed. A full mailbox, a server that
 * is away and one that takes the mail for spam may take the next one.
 */
export function isHard({ status, reason }: { status: string; reason: string }): boolean {
  if (/^5\.(1\.([012346]|10)|2\.1|4\.4)$/.test(status)) return status !== '5.1.0' || gone.test(reason)
  return /^5\.(0\.0|5\.0|4\.1)$/.test(status) && gone.test(reason)
}

const meanings: [RegExp, string][] = [
  [/^5\.(1\.2|4\.4)$/, 'Adresin alan adı e-posta almıyor'],
  [/^5\.(1\.\d+|0\.0|5\.0|4\.1)$/, 'Böyle bir e-posta adresi yok'],
  [/^5\.2\.1$/, 'E-posta kutusu kapatılmış'],
  [/^[45]\.2\.2$/, 'E-posta kutusu dolu'],
  [/^[45]\.7\./, 'Alıcının sunucusu e-postayı istenmeyen saydı'],
  [/^4\./, 'Alıcının sunucusu e-postayı günlerce kabul etmedi'],
]

/** Why a mail came back, as the owner reads it. */
export function bounceWords(bounce: { status: string; reason: string }): string {
  const unclear = /^5\.(0\.0|5\.0|4\.1|1\.[05789])$/.test(bounce.status) && !isHard(bounce)
  const words = unclear ? undefined : meanings.find(([pattern]) => pattern.test(bounce.status))?.[1]
  return words ?? 'Alıcının sunucusu e-postayı geri çevirdi'
}
