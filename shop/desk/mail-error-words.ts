const kinds: [RegExp, string][] = [
  [
    /saved settings of the mail server cannot be read/,
    'Kayıtlı e-posta sunucusunun şifresi okunamıyor; sunucuyu yeniden kaydedin',
  ],
  [/brings .* along/, 'E-postayla gidecek belge hazırlanamadı'],
  [/Invalid login|Missing credentials|\b53[045]\b/, 'E-posta sunucusu kullanıcı adını ya da şifreyi kabul etmedi'],
  [/certificate|TLS|SSL/i, 'E-posta sunucusuyla güvenli bağlantı kurulamadı'],
  [
    /ECONN|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_AGAIN|timeout|Greeting never received|socket|Connection closed/i,
    'E-posta sunucusuna bağlanılamadı',
  ],
  [/\b55[0-4]\b|recipients? (was|were) rejected/i, 'E-posta sunucusu bu e-postayı kabul etmedi'],
  [/\b4[25]\d\b/, 'E-posta sunucusu şimdilik kabul etmedi'],
  [/ENOSPC|EACCES|EROFS/, 'E-posta mağazanın veri klasörüne yazılamadı'],
]

/** Explains to an owner why a mail was not sent, with the server's own words for whoever helps her. */
export function mailErrorWords(error: string): string {
  const words = kinds.find(([pattern]) => pattern.test(error))?.[1] ?? 'E-posta gönderilemedi'
  return `${words} (“${error}”)`
}
