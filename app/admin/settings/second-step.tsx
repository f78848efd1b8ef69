import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { Checkbox } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { adminCall } from '../parts/api.ts'
import type { SectionProps } from './section.ts'
import { SaveBar, SectionHead } from './section-parts.tsx'
import { useSave } from './use-section.ts'

/** Whether staff must have two-step login. */
export function SecondStepSection({ settings: { secondStep }, onSaved, onReload }: SectionProps) {
  const [required, setRequired] = useState(secondStep.settings.required)
  const [kept, setKept] = useState(required)
  const { busy, conflict, save } = useSave(
    (body) => adminCall<'PUT /admin/settings/second-step'>('PUT', '/admin/settings/second-step', body),
    { values: {}, accept: (found) => Object.keys(found).length === 0 },
  )
  const mustBeFirst = !secondStep.own && !kept

  function submit(event: FormEvent) {
    event.preventDefault()
    save({ settings: { required }, version: secondStep.version }, (saved) => {
      setKept(required)
      onSaved(saved)
    })
  }

  return (
    <form onSubmit={submit} noValidate>
      <SectionHead title="İki adımlı giriş">
        Panele girenlerden şifrenin yanında telefondaki kod ya da geçiş anahtarı da istenir; şifresi öğrenilen bir
        çalışanın hesabıyla kimse giremez.
      </SectionHead>
      <div className="grid gap-6">
        {mustBeFirst && (
          <Notice tone="plain">
            Zorunlu kılmadan önce{' '}
            <Link to="/admin/giris-guvenligi" className="underline underline-offset-4">
              kendi hesabınızda açın
            </Link>
            ; yoksa panele siz de giremezsiniz.
          </Notice>
        )}
        <Checkbox checked={required} disabled={mustBeFirst} onChange={({ target }) => setRequired(target.checked)}>
          Ekip için iki adımlı giriş zorunlu
        </Checkbox>
        <ul className="grid list-disc gap-1 pl-5 text-muted text-sm">
          <li>
            Henüz açmamış olanlar panele girince önce kendilerininkini kurar; o zamana kadar başka bir şey görmez.
          </li>
          <li>Müşterilerinize sorulmaz; isteyen kendi hesabında açabilir.</li>
          <li>Telefonunu ve kurtarma kodlarını kaybedenin iki adımlı girişi sunucuda tek komutla sıfırlanır.</li>
        </ul>
        <SaveBar busy={busy} unsaved={required !== kept} conflict={conflict} onReload={onReload} />
      </div>
    </form>
  )
}
