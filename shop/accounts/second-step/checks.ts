export const keyNameLength = 60

/** A code of the app or a recovery code; spaces and dashes do not count. */
export function checkCode(text: string): string | undefined {
  const { length } = text.replace(/[\s-]/g, '')
  if (length === 0) return 'Doğrulama kodunuzu girin'
  return length === 6 || length === 12 ? undefined : 'Doğrulama kodu 6 haneli, kurtarma kodu 12 karakterdir'
}

export function checkKeyName(text: string): string | undefined {
  const { length } = text.trim()
  if (length === 0) return 'Geçiş anahtarına bir ad verin, örneğin “Telefonum”'
  return length > keyNameLength ? `Ad en çok ${keyNameLength} karakter olabilir` : undefined
}
