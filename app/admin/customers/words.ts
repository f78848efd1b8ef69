import type { WireConsentEvent, WireCustomer } from '#api/wire/customers.ts'
import { formatPhone } from '#shop/fields/phone.ts'

export function customerName({ firstName, lastName, email }: Pick<WireCustomer, 'firstName' | 'lastName' | 'email'>) {
  return `${firstName} ${lastName}`.trim() || email
}

export const channelNames: Record<WireConsentEvent['channel'], string> = { EMAIL: 'E-posta', SMS: 'SMS' }

const formNames: Record<WireConsentEvent['form'], string> = {
  settings: 'Hesap ayarlarından',
  application: 'Başvuru formundan',
  'email-change': 'E-posta adresi değiştiği için',
  'mail-link': 'E-postadaki bağlantıdan',
  'account-deletion': 'Hesap silindiği için',
  merge: 'Hesaplar birleştirildiği için',
  staff: 'İsteği üzerine mağaza tarafından',
  iys: 'İYS’den',
}

/** 'Hesap ayarlarından', with who entered it. */
export function wayOf({ form, actorName }: WireConsentEvent): string {
  return form === 'staff' && actorName ? `${formNames[form]} (${actorName})` : formNames[form]
}

export function recipientText(recipient: string): string {
  return recipient.includes('@') ? recipient : formatPhone(recipient)
}
