import { type FormEvent, useState } from 'react'
import type { WireSettings } from '#api/wire/admin/settings.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox, Field } from '#app/ui/field.tsx'
import { formatIban } from '#shop/fields/iban.ts'
import type { FieldErrors } from '#shop/fields/rules.ts'
import { adminCall } from '../../parts/api.ts'
import { WholeField, wholeOf } from '../../parts/number-fields.tsx'
import type { SectionProps } from '../section.ts'
import { SaveBar, SectionHead } from '../section-parts.tsx'
import { useSave } from '../use-section.ts'

type Settings = WireSettings['transfer']['settings']
type Account = Settings['accounts'][number] & { key: number }
type Draft = { on: boolean; deadlineDays: string; remindAfterDays: string; accounts: Account[] }

const most = 5
let keys = 0

function draftOf({ accounts, on, deadlineDays, remindAfterDays }: Settings): Draft {
  return {
    on,
    deadlineDays: String(deadlineDays),
    remindAfterDays: String(remindAfterDays),
    accounts: accounts.map((account) => ({ ...account, iban: formatIban(account.iban), key: keys++ })),
  }
}

function bodyOf({ accounts, on, deadlineDays, remindAfterDays }: Draft) {
  return {
    on,
    deadlineDays: wholeOf(deadlineDays),
    remindAfterDays: wholeOf(remindAfterDays),
    accounts: accounts.map(({ bank, holder, iban }) => ({ bank, holder, iban })),
  }
}

/** Paying by transfer: whether, to which accounts, and how long an order waits. */
export function TransferSection({ settings: { transfer }, onSaved, onReload }: SectionProps) {
  const [draft, setDraft] = useState(() => draftOf(transfer.settings))
  const [kept, setKept] = useState(draft)
  const [errors, setErrors] = useState<FieldErrors<string>>({})
  const { busy, conflict, save } = useSave(
    (body) => adminCall<'PUT /admin/settings/transfer'>('PUT', '/admin/settings/transfer', body),
    {
      values: valuesOf(draft),
      accept(found) {
        setErrors(found)
        return Object.keys(found).length === 0
      },
    },
  )

  function submit(event: FormEvent) {
    event.preventDefault()
    setErrors({})
    save({ settings: bodyOf(draft), version: transfer.version }, (saved) => {
      setKept(draft)
      onSaved(saved)
    })
  }

  function change(set: Partial<Draft>) {
    setErrors({})
    setDraft({ ...draft, ...set })
  }

  const days = (name: 'deadlineDays' | 'remindAfterDays', label: string, hint: string) => (
    <WholeField
      label={label}
      hint={hint}
      className="sm:max-w-80"
      value={draft[name]}
      error={errors[name]}
      onChange={({ target }) => change({ [name]: target.value })}
    />
  )

  return (
    <form onSubmit={submit} noValidate>
      <SectionHead title="Havale / EFT">
        Müşteri siparişi verir, ürünleri ayrılır, tutarı hesabınıza gönderir. Para geldiğinde Ödemeler sayfasında “Ödeme
        geldi” dersiniz ve sipariş hazırlanabilir.
      </SectionHead>
      <div className="grid gap-6">
        <Checkbox checked={draft.on} onChange={({ target }) => change({ on: target.checked })}>
          Havale / EFT ile ödeme alınsın
        </Checkbox>
        {errors.accounts && (
          <p role="alert" className="text-bad text-sm">
            {errors.accounts}
          </p>
        )}
        <Accounts accounts={draft.accounts} errors={errors} onChange={(accounts) => change({ accounts })} />
        {days('deadlineDays', 'Kaç gün beklensin?', 'Bu sürede ödenmeyen sipariş iptal edilir, ürünleri rafa döner.')}
        {days('remindAfterDays', 'Kaç gün sonra hatırlatılsın?', 'Ödemeyene bir kez e-posta gider. 0: hatırlatılmaz.')}
        <SaveBar
          busy={busy}
          unsaved={JSON.stringify(draft) !== JSON.stringify(kept)}
          conflict={conflict}
          onReload={onReload}
        />
      </div>
    </form>
  )
}

/** The fields as the server names them, so that each error finds its place. */
function valuesOf(draft: Draft): Record<string, unknown> {
  const { accounts, ...others } = draft
  const each = accounts.flatMap((account, index) =>
    (['bank', 'holder', 'iban'] as const).map((name) => [`accounts.${index}.${name}`, account[name]]),
  )
  return { ...others, accounts: '', ...Object.fromEntries(each) }
}

type AccountsProps = {
  accounts: Account[]
  errors: FieldErrors<string>
  onChange: (accounts: Account[]) => void
}

function Accounts({ accounts, errors, onChange }: AccountsProps) {
  const set = (index: number, name: 'bank' | 'holder' | 'iban', text: string) =>
    onChange(accounts.map((account, at) => (at === index ? { ...account, [name]: text } : account)))
  return (
    <div className="grid gap-6">
      {accounts.map((account, index) => (
        <fieldset key={account.key} className="grid gap-4 border-line border-l-2 pl-4">
          <legend className="sr-only">{`${index + 1}. hesap`}</legend>
          {(
            [
              ['bank', 'Banka', 60],
              ['holder', 'Hesap sahibi', 120],
              ['iban', 'IBAN', 40],
            ] as const
          ).map(([name, label, maxLength]) => (
            <Field
              key={name}
              label={label}
              maxLength={maxLength}
              autoComplete="off"
              className="sm:max-w-80"
              value={account[name]}
              error={errors[`accounts.${index}.${name}`]}
              onChange={({ target }) => set(index, name, target.value)}
            />
          ))}
          <Button
            look="quiet"
            size="small"
            className="-ml-2 justify-self-start"
            onClick={() => onChange(accounts.filter((_, at) => at !== index))}
          >
            {`${index + 1}. hesabı kaldır`}
          </Button>
        </fieldset>
      ))}
      {accounts.length < most && (
        <Button
          look="secondary"
          className="justify-self-start"
          onClick={() => onChange([...accounts, { bank: '', holder: '', iban: '', key: keys++ }])}
        >
          Hesap ekle
        </Button>
      )}
    </div>
  )
}
