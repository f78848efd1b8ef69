import { type ChangeEvent, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Below, Checkbox, Field, inputClass, Label, TextArea, useIds } from '#app/ui/field.tsx'
import { Select } from '#app/ui/select.tsx'
import { applicationTypes, budgets, applicationLengths as most, workStyles } from '#shop/messages/checks.ts'
import type { ApplicationValues } from './application-draft.ts'
import { Part } from './application-part.tsx'

type Name = keyof ApplicationValues
type Bound = {
  name: string
  value: string
  error?: string
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) => void
}

type PartsProps = {
  values: ApplicationValues
  field: (name: Name) => Bound
  set: (name: Name, text: string) => void
  file: File | undefined
  fileError: string | undefined
  onFile: (file: File | undefined) => void
}

const options = (names: Record<string, string>) => Object.entries(names).map(([value, label]) => ({ value, label }))

/** Parts 1 to 6: who, for whom, what, and with which experience. */
export function ApplicationParts(props: PartsProps) {
  return (
    <>
      <Person {...props} />
      <Company {...props} />
      <Kind {...props} />
      <Project {...props} />
      <Experience {...props} />
      <More {...props} />
    </>
  )
}

/** A field of text, as long as the server takes it. */
function limited(field: PartsProps['field']) {
  return (name: keyof typeof most) => ({ ...field(name), maxLength: most[name] })
}

function Person({ field }: PartsProps) {
  const text = limited(field)
  return (
    <Part number={1} title="Kişisel bilgiler">
      <Field label="Ad soyad" autoComplete="name" required {...text('fullName')} />
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
        <Field
          label="Telefon"
          type="tel"
          autoComplete="tel"
          inputMode="tel"
          required
          hint="0XXX XXX XX XX"
          {...text('phone')}
        />
        <Field label="E-posta" type="email" autoComplete="email" inputMode="email" required {...text('email')} />
      </div>
      <Field
        label="İl / ilçe"
        autoComplete="address-level1"
        required
        hint="Örneğin İzmir / Bornova"
        {...text('city')}
      />
    </Part>
  )
}

function Company({ field }: PartsProps) {
  const text = limited(field)
  return (
    <Part number={2} title="Firma bilgileri" note="isteğe bağlı">
      <Field label="Firma adı" autoComplete="organization" {...text('companyName')} />
      <Field label="Vergi numarası / vergi dairesi" {...text('taxInfo')} />
      <TextArea
        label="Web sitesi ve sosyal medya hesapları"
        rows={2}
        hint="Her birini ayrı satıra yazabilirsiniz."
        {...text('website')}
      />
    </Part>
  )
}

function Kind({ field }: PartsProps) {
  return (
    <Part number={3} title="Başvuru türü">
      <Select
        label="Başvuru türü"
        placeholder="Seçin"
        required
        options={options(applicationTypes)}
        {...field('application_type')}
      />
    </Part>
  )
}

function Project({ field }: PartsProps) {
  const text = limited(field)
  return (
    <Part number={4} title="Proje / ilan detayları">
      <Field label="Başlık" required hint="Başvurunuzu bir cümleyle özetleyin." {...text('title')} />
      <TextArea
        label="Detaylı açıklama"
        rows={6}
        required
        hint="Ne öneriyorsunuz, nasıl çalışmak istersiniz, bizden ne bekliyorsunuz?"
        {...text('description')}
      />
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
        <Select label="Bütçe aralığı" options={options(budgets)} {...field('budget')} />
        <Field label="Hedef tarih" optional type="date" {...text('targetDate')} />
      </div>
    </Part>
  )
}

function Experience({ field, file, fileError, onFile }: PartsProps) {
  const text = limited(field)
  return (
    <Part number={5} title="Deneyim ve referanslar">
      <TextArea
        label="Deneyiminiz ve referanslarınız"
        optional
        rows={4}
        hint="Daha önce yaptığınız işler, çalıştığınız kişi ve kurumlar"
        {...text('experience')}
      />
      <FileField file={file} error={fileError} onFile={onFile} />
    </Part>
  )
}

function More({ values, field, set }: PartsProps) {
  const text = limited(field)
  const styles = values.work_style.split(' ').filter(Boolean)
  return (
    <Part number={6} title="Ek bilgiler">
      <TextArea label="Neden bizimle çalışmak istiyorsunuz?" optional rows={4} {...text('motivation')} />
      <fieldset>
        <legend className="mb-1 font-medium text-sm">
          Çalışma şekli <span className="font-normal text-muted">(birden çok seçebilirsiniz)</span>
        </legend>
        <div className="grid gap-x-4 sm:grid-cols-2">
          {options(workStyles).map(({ value, label }) => (
            <Checkbox
              key={value}
              name="work_style"
              value={value}
              checked={styles.includes(value)}
              onChange={() => set('work_style', toggled(styles, value).join(' '))}
            >
              {label}
            </Checkbox>
          ))}
        </div>
      </fieldset>
    </Part>
  )
}

function toggled(list: string[], value: string): string[] {
  return list.includes(value) ? list.filter((other) => other !== value) : [...list, value]
}

function FileField({ file, error, onFile }: { file: File | undefined; error?: string; onFile: PartsProps['onFile'] }) {
  // A new input each time the file is taken away.
  const [round, setRound] = useState(0)
  const hint = file ? `${file.name} (${sizeOf(file)})` : 'PDF, JPG veya PNG'
  const ids = useIds(undefined, error, hint)
  return (
    <div>
      <Label htmlFor={ids.input} optional>
        Dosya (özgeçmiş, portfolyo, katalog; en fazla 5MB)
      </Label>
      <input
        key={round}
        {...ids.control}
        type="file"
        accept=".pdf,.jpg,.jpeg,.png"
        onChange={(event) => onFile(event.target.files?.[0])}
        className={`${inputClass} py-2 file:mr-4 file:min-h-8 file:rounded-xs file:border file:border-edge file:bg-paper file:px-3`}
      />
      <Below ids={ids} error={error} hint={hint} />
      {file && (
        <Button
          look="quiet"
          size="small"
          className="-ml-2"
          onClick={() => {
            setRound(round + 1)
            onFile(undefined)
          }}
        >
          Dosyayı kaldır
        </Button>
      )}
    </div>
  )
}

function sizeOf({ size }: File): string {
  const kilobytes = Math.max(1, Math.round(size / 1024))
  return kilobytes < 1024 ? `${kilobytes} KB` : `${(kilobytes / 1024).toFixed(1).replace('.', ',')} MB`
}
