import { type FormEvent, useState } from 'react'
import { api } from '#app/browser/api-client.ts'
import { clearStored } from '#app/browser/browser-storage.ts'
import { useShop } from '#app/frame/use-shop.ts'
import { Button } from '#app/ui/button.tsx'
import { useFields } from '#app/ui/form.ts'
import { Panel } from '#app/ui/panel.tsx'
import { saveFile } from '../../browser/save-file.ts'
import { withConfirmation } from '../security/confirmation.ts'
import { PasswordField } from '../sign-in/password-field.tsx'
import { SavedNotice } from './saved-notice.tsx'
import { useSaving } from './use-saving.ts'

/** The shopper's own data: to take along, and to have deleted. */
export function OwnData() {
  const { busy, good, bad, submit } = useSaving()
  const [deleting, setDeleting] = useState(false)

  const download = (format: 'json' | 'html') =>
    submit(async () => {
      saveFile(await api.file(`/account/export?format=${format}`), `kisisel-verilerim.${format}`)
      return 'Dosyanız indirildi.'
    })

  return (
    <div className="grid gap-6">
      <div className="grid justify-items-start gap-3">
        <p className="max-w-text">
          Hesabınız, adresleriniz, siparişleriniz, favorileriniz, bedeniniz, izinleriniz ve oturumlarınız dahil sizinle
          ilgili sakladığımız verileri indirebilirsiniz.
        </p>
        <SavedNotice good={good} bad={bad} />
        <div className="flex flex-wrap gap-3">
          <Button look="secondary" disabled={busy} onClick={() => download('html')}>
            Yazdırılabilir belge (HTML)
          </Button>
          <Button look="secondary" disabled={busy} onClick={() => download('json')}>
            Veri dosyası (JSON)
          </Button>
        </div>
      </div>
      <div className="grid justify-items-start gap-3 border-line border-t pt-6">
        <p className="max-w-text">
          Hesabınızı sildiğinizde kişisel bilgileriniz kaldırılır ve bu işlem geri alınamaz. Sipariş kayıtlarınızı yasa
          gereği 3 yıl saklarız.
        </p>
        <Button look="danger" onClick={() => setDeleting(true)}>
          Hesabımı sil
        </Button>
      </div>
      <Panel open={deleting} onClose={() => setDeleting(false)} title="Hesabınızı silin" side="center">
        <DeleteAccount onClose={() => setDeleting(false)} />
      </Panel>
    </div>
  )
}

function DeleteAccount({ onClose }: { onClose: () => void }) {
  const fields = useFields({ password: '' })
  const { values, field, form, accept } = fields
  const { busy, bad, submit } = useSaving(fields)
  const [deleted, setDeleted] = useState(false)
  const reviews = useShop()?.shop.reviews

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    if (!accept(values.password === '' ? { password: 'Mevcut şifrenizi girin' } : {})) return
    const done = await submit(async () => {
      await withConfirmation(() => api.delete('/account', { password: values.password }))
    })
    if (done) setDeleted(true)
  }

  if (deleted) return <AccountDeleted />
  return (
    <form ref={form} onSubmit={onSubmit} noValidate className="grid gap-4">
      <SavedNotice good={undefined} bad={bad} />
      <p>Hesabınızla birlikte şunlar hemen ve kalıcı olarak silinir:</p>
      <ul className="list-disc pl-5">
        <li>adınız, e-posta adresiniz ve şifreniz</li>
        <li>kayıtlı adresleriniz, favorileriniz, bedeniniz ve ölçüleriniz</li>
        {reviews && <li>yorumlarınızın sözleri ve görselleri; verdiğiniz yıldızlar adsız kalır</li>}
        <li>bütün cihazlardaki oturumlarınız</li>
      </ul>
      <p className="text-muted text-sm">
        Siparişlerinizi artık hesabınızdan değil, onlarla ilgili{' '}
        <span className="whitespace-nowrap">e-postalardaki</span> bağlantıyla açarsınız; yoldaki siparişleriniz yine
        teslim edilir.
      </p>
      <PasswordField label="Onaylamak için şifreniz" autoComplete="current-password" required {...field('password')} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="quiet" disabled={busy} onClick={onClose}>
          Vazgeç
        </Button>
        <Button look="danger" type="submit" disabled={busy}>
          {busy ? 'Siliniyor…' : 'Hesabımı kalıcı olarak sil'}
        </Button>
      </div>
    </form>
  )
}

function AccountDeleted() {
  function leave() {
    clearStored()
    window.location.assign('/')
  }

  return (
    <div role="status" className="grid gap-4">
      <p className="font-display text-xl">Hesabınız silindi</p>
      <p>Onayını e-posta adresinize gönderdik. Bugüne kadar bizimle olduğunuz için teşekkür ederiz.</p>
      <Button data-autofocus onClick={leave}>
        Ana sayfaya dön
      </Button>
    </div>
  )
}
