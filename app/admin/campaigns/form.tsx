import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { WireCoupon } from '#api/wire/admin/coupons.ts'
import { Checkbox, Field } from '#app/ui/field.tsx'
import { useUnsavedChange } from '#app/ui/leaving/unsaved.ts'
import { Select } from '#app/ui/select.tsx'
import { offerWords } from '#shop/campaigns/rules.ts'
import { adminCall } from '../parts/api.ts'
import { FormPanel } from '../parts/leaving/form-panel.tsx'
import { AmountField, WholeField, wholeOf } from '../parts/number-fields.tsx'
import { useRights } from '../parts/rights.ts'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'
import { bodyOf, missing, type Values, valuesOf } from './fields.ts'
import { GoodsChoice } from './goods.tsx'

/** A new campaign has neither. `copied`: a new one starts as a copy of this. */
export type Editing = { campaign?: WireCoupon; copied?: WireCoupon }

type PanelProps = { editing: Editing | undefined; onClose: () => void; onSaved: () => void }

/** Makes or changes a campaign. */
export function CampaignPanel({ editing, onClose, onSaved }: PanelProps) {
  return (
    <FormPanel
      open={editing !== undefined}
      onClose={onClose}
      title={editing?.campaign ? 'Kampanyayı düzenle' : 'Kampanya oluştur'}
      form={formId}
      wide
    >
      {editing && <CampaignForm editing={editing} onClose={onClose} onSaved={onSaved} />}
    </FormPanel>
  )
}

const formId = 'campaign-form'

const kinds = [
  { value: 'PERCENT', label: 'Yüzde indirim' },
  { value: 'AMOUNT', label: 'Tutar indirimi' },
  { value: 'FREE_DELIVERY', label: 'Ücretsiz kargo' },
  { value: 'BUY_X_GET_Y', label: 'Çok alana indirim (3 al 2 öde gibi)' },
]

function CampaignForm({ editing, onClose, onSaved }: { editing: Editing } & Omit<PanelProps, 'editing'>) {
  const form = useCampaignForm({ editing, onClose, onSaved })
  const { values, text, tick } = form
  return (
    <form id={formId} ref={form.ref} onSubmit={form.save} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <fieldset className="grid gap-4">
        <Select
          label="Nasıl uygulanır?"
          options={[
            { value: 'code', label: 'Kodu yazana' },
            { value: 'automatic', label: 'Kendiliğinden, kodsuz' },
          ]}
          {...text('how')}
        />
        {values.how === 'code' && (
          <Field
            label="Kod"
            data-autofocus
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={40}
            hint="Büyük küçük harf ve Türkçe karakter fark etmez."
            {...text('code')}
          />
        )}
        <Field
          label={values.how === 'code' ? 'Sepette görünen ad' : 'Ad'}
          optional={values.how === 'code'}
          hint="Müşteri sepette bu adı görür."
          maxLength={80}
          {...text('name')}
        />
      </fieldset>
      <Offer form={form} />
      <GoodsChoice
        categoryIds={values.categoryIds}
        productIds={values.productIds}
        onCategories={(categoryIds) => form.set({ categoryIds })}
        onProducts={(productIds) => form.set({ productIds })}
      />
      <Limits form={form} />
      <fieldset className="grid gap-2">
        <Checkbox
          hint="İşaretlemezseniz tek başına uygulanır; müşteri için hangisi daha kazançlıysa o geçerli olur."
          {...tick('combinable')}
        >
          Birleşebilen diğer kampanyalarla birlikte uygulansın
        </Checkbox>
        <Checkbox {...tick('active')}>Açık</Checkbox>
      </fieldset>
    </form>
  )
}

type FormProps = { form: ReturnType<typeof useCampaignForm> }

function Offer({ form: { values, text } }: FormProps) {
  const { kind } = values
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2">
      <Select label="İndirim" options={kinds} className="sm:col-span-2" {...text('kind')} />
      {kind === 'BUY_X_GET_Y' && (
        <>
          <WholeField label="Kaç ürün alana" {...text('buyQuantity')} />
          <WholeField label="Kaç ürün indirimli" hint="En ucuz olanlar." {...text('getQuantity')} />
        </>
      )}
      {kind === 'PERCENT' && <WholeField label="İndirim (%)" {...text('value')} />}
      {kind === 'BUY_X_GET_Y' && (
        <>
          <WholeField label="O ürünlerde indirim (%)" hint="Boşsa bedava (%100)." {...text('value')} />
          <p className="text-sm sm:self-center">
            Müşteri okur: <span className="font-medium">{setsWords(values)}</span>
          </p>
        </>
      )}
      {kind === 'AMOUNT' && <AmountField label="İndirim (TL)" {...text('value')} />}
      <AmountField
        label="En az alışveriş (TL)"
        optional
        hint="Kampanyanın geçerli olduğu ürünlerin indirimden önceki toplamı."
        {...text('minTotal')}
      />
    </fieldset>
  )
}

/** The offer in words as it is typed: three and one make '4 al 3 öde', which shows before saving if '3 al 2 öde' was meant. */
function setsWords({ buyQuantity, getQuantity, value }: Values): string {
  const [buy, get, percent] = [wholeOf(buyQuantity), wholeOf(getQuantity), value.trim() ? wholeOf(value) : 100]
  if (!(buy > 0 && get > 0 && percent > 0)) return '–'
  return offerWords({ kind: 'BUY_X_GET_Y', value: percent, buyQuantity: buy, getQuantity: get })
}

function Limits({ form: { values, text, tick, isForOne } }: FormProps) {
  const contacts = useRights().includes('contacts')
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2">
      <Field label="Başlangıç" optional type="datetime-local" {...text('startsAt')} />
      <Field label="Bitiş" optional type="datetime-local" {...text('endsAt')} />
      <WholeField label="Toplam kaç siparişte" optional {...text('totalLimit')} />
      {!values.firstOrderOnly && <WholeField label="Kişi başı kaç siparişte" optional {...text('personLimit')} />}
      <Checkbox className="sm:col-span-2" {...tick('firstOrderOnly')}>
        Yalnızca ilk siparişte
      </Checkbox>
      {isForOne && !contacts && (
        <p className="text-muted text-sm sm:col-span-2">
          Yalnızca bir müşteri kullanabilir. Kim olduğunu müşterilerin iletişim bilgilerini görenler okur ve değiştirir.
        </p>
      )}
      {contacts && (
        <Field
          label="Yalnızca bu müşteriye"
          optional
          type="email"
          autoComplete="off"
          hint="Hesabının e-posta adresi."
          {...text('customerEmail')}
        />
      )}
      <Field label="Kodu paylaşan" optional maxLength={80} hint="Örneğin bir influencer." {...text('partner')} />
    </fieldset>
  )
}

type TextName = Exclude<keyof Values, 'categoryIds' | 'productIds' | 'firstOrderOnly' | 'combinable' | 'active'>
type TickName = 'firstOrderOnly' | 'combinable' | 'active'

function useCampaignForm({ editing, onClose, onSaved }: { editing: Editing } & Omit<PanelProps, 'editing'>) {
  const { campaign, copied } = editing
  const [values, setValues] = useState<Values>(() => ({
    ...valuesOf(campaign ?? copied),
    // A copy needs a code of its own.
    ...(copied ? { code: '' } : {}),
  }))
  useUnsavedChange(values)
  const [wrong, setWrong] = useState<Partial<Record<string, string>>>({})
  const ref = useRef<HTMLFormElement>(null)
  const [first, setFirst] = useState<{ name: string }>()
  // Once what is wrong stands under it.
  useEffect(() => {
    if (first) ref.current?.querySelector<HTMLElement>(`[name="${first.name}"]`)?.focus()
  }, [first])
  const accept = (errors: Partial<Record<string, string>>) => {
    setWrong(errors)
    const [name] = Object.keys(errors)
    setFirst(name === undefined ? undefined : { name })
    return name === undefined
  }
  const { submit } = useAdminSubmit('Kampanya kaydedilemedi. Lütfen tekrar deneyin.', { form: { values, accept } })

  function set(change: Partial<Values>) {
    setValues((values) => ({ ...values, ...change }))
    setWrong((wrong) => Object.fromEntries(Object.entries(wrong).filter(([name]) => !(name in change))))
  }

  function save(event: FormEvent) {
    event.preventDefault()
    if (!accept(missing(values))) return
    submit(async () => {
      const body = bodyOf(values)
      const { message } = campaign
        ? await change(campaign, body).finally(onSaved)
        : await adminCall<'POST /admin/coupons'>('POST', '/admin/coupons', body)
      if (!campaign) onSaved()
      onClose()
      return message
    })
  }

  return {
    values,
    ref,
    save,
    set,
    isForOne: campaign?.oneCustomer === true,
    text: (name: TextName) => ({
      name,
      value: values[name],
      error: wrong[name],
      onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
    }),
    tick: (name: TickName) => ({
      name,
      checked: values[name],
      onChange: ({ target }: { target: { checked: boolean } }) => set({ [name]: target.checked }),
    }),
  }
}

/** As it was read: what somebody else saved since is not written over. */
function change({ id, updatedAt }: WireCoupon, body: object) {
  return adminCall<'PUT /admin/coupons/{id}'>('PUT', `/admin/coupons/${id}`, { ...body, updatedAt })
}
