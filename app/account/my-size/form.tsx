import { type FormEvent, useState } from 'react'
import type { WireSizeGroup } from '#api/wire/sizes.ts'
import { api } from '#app/browser/api-client.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { useFields } from '#app/ui/form.ts'
import { useUnsavedChange } from '#app/ui/leaving/unsaved.ts'
import { Notice } from '#app/ui/notice.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { useSubmit } from '#app/ui/use-submit.ts'
import { measureNames, measures, mostSizes, readMeasure, wrongMeasure } from '#shop/sizes/measures.ts'
import { ListFailed } from '../list-states.tsx'
import { type MySize, noBody } from './saved.ts'
import { forgetMySize, joinMySize, saveMySize } from './server.ts'

type MySizeFormProps = {
  /** She has saved, or had everything forgotten. */
  onDone: (mine: MySize | undefined) => void
}

/** Her sizes by place of the shop, and her measures if she likes. */
export function MySizeForm({ onDone }: MySizeFormProps) {
  const { state, again } = useLoaded('my-size', async (signal) => ({
    groups: await api.get<'GET /sizes'>('/sizes', { guest: true, signal }),
    mine: await joinMySize(),
  }))
  if (state.kind === 'loading')
    return (
      <div role="status" aria-label="Bedenler yükleniyor" className="grid gap-4">
        {[1, 2, 3].map((n) => (
          <Skeleton key={n} className="h-20" />
        ))}
      </div>
    )
  if (state.kind === 'failed')
    return <ListFailed error={state.error} otherwise="Bedenler yüklenirken hata oluştu" onRetry={again} />
  return <Filled groups={state.value.groups} mine={state.value.mine} onDone={onDone} />
}

type FilledProps = MySizeFormProps & { groups: WireSizeGroup[]; mine: MySize | undefined }

function Filled({ groups, mine, onDone }: FilledProps) {
  const [sizes, setSizes] = useState(mine?.sizes ?? {})
  const fields = useFields(() => textsOf(mine?.body ?? noBody))
  const { values, field, form, accept } = fields
  useUnsavedChange([Object.entries(sizes).filter(([, chosen]) => chosen.length > 0), values])
  const { busy, bad, submit } = useSubmit({
    form: fields,
    failure: 'Kaydedilirken bir hata oluştu. Lütfen tekrar deneyin.',
  })
  const [missing, setMissing] = useState(false)

  async function save(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    const read = measureNames.map((name) => [name, readMeasure(name, values[name])] as const)
    if (
      !accept(Object.fromEntries(read.flatMap(([name, cm]) => (cm === undefined ? [[name, wrongMeasure(name)]] : []))))
    )
      return
    const body = { ...noBody, ...Object.fromEntries(read) }
    const told = Object.fromEntries(Object.entries(sizes).filter(([, list]) => list.length > 0))
    const nothing = Object.keys(told).length === 0 && read.every(([, cm]) => cm === null)
    setMissing(nothing)
    if (nothing) return
    const next = { sizes: told, body, at: new Date().toISOString() }
    if (await submit(() => saveMySize(next))) onDone(next)
  }
  async function forget() {
    if (await submit(forgetMySize)) onDone(undefined)
  }
  function toggle(place: string, size: string) {
    const now = sizes[place] ?? []
    const next = now.includes(size) ? now.filter((other) => other !== size) : [...now, size].slice(-mostSizes)
    setSizes({ ...sizes, [place]: next })
    setMissing(false)
  }

  return (
    <form ref={form} onSubmit={save} noValidate className="grid gap-6 [&_input]:scroll-mt-24 [&_input]:scroll-mb-40">
      {groups.map((group) => (
        <Group key={group.place} group={group} chosen={sizes[group.place] ?? []} onToggle={toggle} />
      ))}
      <fieldset>
        <legend className="font-medium">
          Ölçülerim <span className="font-normal text-muted text-sm">(isteğe bağlı, cm)</span>
        </legend>
        <p className="mt-1 text-muted text-sm">Ürün sayfalarında size hangi bedenin uyduğunu bunlarla söyleriz.</p>
        <div className="mt-3 grid grid-cols-2 gap-3 sm:grid-cols-4">
          {measureNames.map((name) => (
            <Field
              key={name}
              label={measures[name].name}
              inputMode="numeric"
              autoComplete="off"
              maxLength={3}
              {...field(name)}
            />
          ))}
        </div>
      </fieldset>
      <p className="text-muted text-sm">
        Bedeniniz ve ölçüleriniz bu tarayıcıda, giriş yaptıysanız hesabınızda da saklanır. Yalnızca size uyan ürünleri
        ve bedeni göstermek için kullanırız; kimseyle paylaşmayız. Listelerde yalnızca bedeniniz, sayfanın adresinde yer
        alır.
      </p>
      {/* In sight however long the list of places is. */}
      <div className="sticky -bottom-4 z-10 -mx-4 -mb-4 flex flex-wrap justify-end gap-3 border-line border-t bg-surface px-4 py-3 sm:-mx-6 sm:px-6">
        {(missing || bad) && (
          <Notice tone="bad" className="w-full">
            {bad ?? 'En az bir beden seçin ya da bir ölçü yazın.'}
          </Notice>
        )}
        {mine && (
          <Button look="quiet" disabled={busy} onClick={forget} className="mr-auto">
            Bedenimi sil
          </Button>
        )}
        <Button type="submit" disabled={busy}>
          {busy ? 'Kaydediliyor…' : 'Kaydet'}
        </Button>
      </div>
    </form>
  )
}

function textsOf(body: MySize['body']) {
  const text = (cm: number | null) => (cm === null ? '' : String(cm))
  return { bust: text(body.bust), waist: text(body.waist), hips: text(body.hips), height: text(body.height) }
}

type GroupProps = { group: WireSizeGroup; chosen: string[]; onToggle: (place: string, size: string) => void }

function Group({ group: { place, name, sizes }, chosen, onToggle }: GroupProps) {
  return (
    <fieldset>
      <legend className="font-medium">{name}</legend>
      <div className="mt-2 flex flex-wrap gap-2">
        {sizes.map(({ size, name }) => (
          <label
            key={size}
            className="flex min-h-11 min-w-12 items-center justify-center rounded-xs border border-edge bg-surface px-3 transition-colors hover:border-ink has-checked:border-ink has-checked:bg-ink has-checked:text-white has-focus-visible:outline-2 has-focus-visible:outline-ink has-focus-visible:outline-offset-2"
          >
            <input
              type="checkbox"
              className="sr-only"
              checked={chosen.includes(size)}
              onChange={() => onToggle(place, size)}
            />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
