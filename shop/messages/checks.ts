import { toE164 } from '../checkout/phone.ts'

/**
 * What the forms ask and refuse, without a library: the browser says it at once, the contract says it again.
 * The first sentence of a field is the one to show under it.
 */
export type Wrong<F extends string> = Partial<Record<F, string>>

const fillEverything = 'Lütfen tüm alanları doldurun.'
export const badEmail = 'Geçerli bir e-posta adresi girin'

export const problemLength = 5000

const emailShape = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/

function checkEmail(email: string, missing: string): string | undefined {
  if (email.trim() === '') return missing
  return emailShape.test(email.trim()) && email.length <= 254 ? undefined : badEmail
}

export function checkProblemReport({ email, problem }: { email: string; problem: string }) {
  return found({
    email: checkEmail(email, fillEverything),
    problem: problem.trim() === '' ? fillEverything : undefined,
  })
}

export function checkStockNotice({ email, size }: { email: string; size: string }) {
  return found({ size: size === '' ? fillEverything : undefined, email: checkEmail(email, fillEverything) })
}

export const applicationTypes = {
  is_ortakligi: 'İş ortaklığı',
  uretim_isbirligi: 'Üretim iş birliği',
  tasarim_teklifi: 'Tasarım teklifi',
  bayilik: 'Bayilik',
  is_ilani: 'İş ilanı',
  diger: 'Diğer',
} as const

export const budgets = {
  '': 'Belirtmek istemiyorum',
  '0-5000': '0 – 5.000 TL',
  '5000-15000': '5.000 – 15.000 TL',
  '15000-50000': '15.000 – 50.000 TL',
  '50000+': '50.000 TL ve üzeri',
  gorusulur: 'Görüşülür',
} as const

export const workStyles = {
  uzaktan: 'Uzaktan',
  hibrit: 'Hibrit',
  ofis: 'Ofis',
  proje_bazli: 'Proje bazlı',
} as const

/** The application's fields of text and the most that each may hold. */
export const applicationLengths = {
  fullName: 120,
  phone: 30,
  email: 254,
  city: 120,
  companyName: 160,
  taxInfo: 120,
  website: 500,
  application_type: 40,
  title: 160,
  description: 5000,
  budget: 20,
  targetDate: 40,
  experience: 5000,
  motivation: 5000,
} as const
export type ApplicationText = Record<keyof typeof applicationLengths, string>
type ApplicationChoices = {
  work_style: string[]
  consentKvkk: boolean
  consentContact: boolean
}

/** In the order of the form, so that the first error is the first field. */
export function checkApplication(values: ApplicationText & ApplicationChoices) {
  const missing = (name: keyof ApplicationText, sentence: string) => (values[name].trim() === '' ? sentence : undefined)
  return found({
    fullName: missing('fullName', 'Ad soyad gerekli'),
    phone:
      missing('phone', 'Telefon gerekli') ??
      (toE164(values.phone) ? undefined : 'Telefonu 0XXX XXX XX XX biçiminde yazın'),
    email: checkEmail(values.email, 'E-posta gerekli'),
    city: missing('city', 'Şehir ve ilçe gerekli'),
    application_type: Object.hasOwn(applicationTypes, values.application_type) ? undefined : 'Başvuru türünü seçin',
    title: missing('title', 'Başlık gerekli'),
    description: missing('description', 'Açıklama gerekli'),
    budget: Object.hasOwn(budgets, values.budget) ? undefined : 'Bütçe aralığını listeden seçin',
    work_style: values.work_style.every((style) => Object.hasOwn(workStyles, style))
      ? undefined
      : 'Çalışma şeklini listeden seçin',
    consentKvkk: values.consentKvkk ? undefined : 'Aydınlatma metnini okuduğunuzu belirtmelisiniz',
    consentContact: values.consentContact ? undefined : 'Sizinle iletişime geçebilmemiz için onay vermelisiniz',
  })
}

export const maxFileBytes = 5 * 1024 * 1024
export const fileTooLarge = 'Dosya boyutu 5MB’dan büyük olamaz'
export const wrongFileType = 'Yalnızca PDF, JPG veya PNG dosyası yükleyebilirsiniz'

/** By name and size only; the server looks inside. */
export function checkApplicationFile(file: { name: string; size: number }): string | undefined {
  if (!/\.(pdf|jpe?g|png)$/i.test(file.name)) return wrongFileType
  return file.size > maxFileBytes ? fileTooLarge : undefined
}

function found<F extends string>(errors: Record<F, string | undefined>): Wrong<F> {
  return Object.fromEntries(Object.entries(errors).filter(([, sentence]) => sentence !== undefined)) as Wrong<F>
}
