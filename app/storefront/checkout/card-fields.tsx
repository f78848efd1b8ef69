import { Field } from '#app/ui/field.tsx'
import { useFields } from '#app/ui/form.ts'
import { brandOf, formatCardNumber, formatCvv, formatExpiry, formatHolder } from './card-format.ts'
import { useKeptCaret } from './caret.ts'

const blankCard = { cardHolderName: '', cardNumber: '', expiryDate: '', cvv: '' }

/** The fields of a card, which take their usual forms as they are typed. Nothing of a card is kept anywhere. */
export function useCardFields() {
  return useFields(blankCard, {
    cardHolderName: formatHolder,
    cardNumber: formatCardNumber,
    expiryDate: formatExpiry,
    cvv: formatCvv,
  })
}

/** Room for other ways of writing them, such as '12 / 2040': their forms are given to them once they are in the field. */
const pasted = 40

type Fields = ReturnType<typeof useCardFields>

export function CardFields({ fields: { values, field, set }, disabled }: { fields: Fields; disabled: boolean }) {
  const number = useKeptCaret(values.cardNumber, (text) => set('cardNumber', text))
  const expiry = useKeptCaret(values.expiryDate, (text) => set('expiryDate', text))
  return (
    <fieldset disabled={disabled} className="grid gap-4">
      <legend className="sr-only">Kart bilgileri</legend>
      <Field
        label="Kart numarası"
        autoComplete="cc-number"
        inputMode="numeric"
        maxLength={pasted}
        required
        {...field('cardNumber')}
        {...number}
      />
      <Field
        label="Kart üzerindeki ad soyad"
        autoComplete="cc-name"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={45}
        required
        {...field('cardHolderName')}
      />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] items-start gap-4">
        <Field
          label="Son kullanma (AA/YY)"
          autoComplete="cc-exp"
          inputMode="numeric"
          maxLength={pasted}
          required
          {...field('expiryDate')}
          {...expiry}
        />
        <Field
          label="CVV"
          autoComplete="cc-csc"
          inputMode="numeric"
          maxLength={4}
          required
          hint={brandOf(values.cardNumber) === 'amex' ? 'Ön yüzdeki 4 rakam' : 'Arka yüzdeki 3 rakam'}
          {...field('cvv')}
        />
      </div>
    </fieldset>
  )
}
