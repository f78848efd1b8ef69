import { checkPhone } from '../fields/phone.ts'
import { emailRule, errorsOf } from '../fields/rules.ts'

/** The rules of the visitors' forms, in the order of their fields; the browser checks them at once, the contract again. */
const fillEverything = 'Lütfen tüm alanları doldurun.'
const checkEmail = emailRule(fillEverything)
const checkApplicantEmail = emailRule('E-posta gerekli')

export const problemLength = 5000

export function checkProblemReport({ email, problem }: { email: string; problem: string }) {
  return errorsOf({
    email: checkEmail(email),
    problem: problem.trim() === '' ? fillEverything : undefined,
  })
}

export function checkStockNotice({ email, size }: { email: string; size: string }) {
  return errorsOf({ size: size === '' ? fillEverything : undefined, email: checkEmail(email) })
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

/** The application's text fields and their maximum lengths. */
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
  return errorsOf({
    fullName: missing('fullName', 'Ad soyad gerekli'),
    phone: checkPhone(values.phone),
    email: checkApplicantEmail(values.email),
    city: missing('city', 'İl ve ilçe gerekli'),
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

/** Checks name and size only; the server checks the content. */
export function checkApplicationFile(file: { name: string; size: number }): string | undefined {
  if (!/\.(pdf|jpe?g|png)$/i.test(file.name)) return wrongFileType
  return file.size > maxFileBytes ? fileTooLarge : undefined
}
