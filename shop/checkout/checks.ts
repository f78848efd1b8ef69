import { checkInvoice, type InvoiceFields } from '../fields/invoice.ts'
import { checkPhone } from '../fields/phone.ts'
import { checkPostalFields, type PostalFields } from '../fields/postal-address.ts'
import { checkFirstName, checkLastName, emailRule, errorsOf, type FieldErrors } from '../fields/rules.ts'

type PersonFields = Record<'firstName' | 'lastName' | 'phone' | 'email', string>
export type CustomerFields = PersonFields & PostalFields & InvoiceFields

export const checkCustomerEmail = emailRule('E-posta gerekli')

/** Returns the errors of the order information, in the order of the form; the contract refuses the same. */
export function checkCustomer(values: CustomerFields): FieldErrors<keyof CustomerFields> {
  return {
    ...errorsOf({
      firstName: checkFirstName(values.firstName),
      lastName: checkLastName(values.lastName),
      phone: checkPhone(values.phone),
      email: checkCustomerEmail(values.email),
    }),
    ...checkPostalFields(values),
    ...checkInvoice(values),
  }
}
