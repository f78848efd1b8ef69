import { useState } from 'react'
import { Link } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Confirm } from '#app/ui/confirm.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { refreshDashboard } from '../dashboard/store.ts'
import { adminCall } from '../parts/api.ts'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'
import { SectionHead } from '../settings/section-parts.tsx'
import { stepPath } from './checklist.tsx'
import type { StepProps } from './step.ts'

/** The switch from trying to selling. */
export function LiveStep({ setup, step, onChanged }: StepProps) {
  const [open, setOpen] = useState(false)
  const { busy, submit } = useAdminSubmit('Mağaza yayına alınamadı. Lütfen tekrar deneyin.')
  const left = setup.steps.filter(({ id, state }) => state === 'todo' && id !== 'live' && id !== 'trial')

  async function goLive() {
    await submit(async () => {
      const { data, message } = await adminCall<'POST /admin/setup/live'>('POST', '/admin/setup/live', {})
      onChanged(data)
      refreshDashboard()
      return message
    })
    setOpen(false)
  }

  return (
    <>
      <SectionHead title="Yayına alma">
        Mağaza bu andan sonra gerçek ödeme alır; deneme bankası ve deneme bildirimi kalkar. Yeniden başlatma gerekmez.
      </SectionHead>
      {setup.live ? (
        <Notice tone="good">{step.text}</Notice>
      ) : left.length + setup.others.length > 0 ? (
        <>
          <p className="mb-2">Yayına almadan önce tamamlanacaklar:</p>
          <ul className="mb-6 border-line border-t">
            {[...left.map(({ id, title }) => ({ title, link: stepPath(id) })), ...setup.others].map(
              ({ title, link }) => (
                <li key={title} className="border-line border-b">
                  {link ? (
                    <Link to={link} className="flex min-h-11 items-center justify-between gap-3 hover:underline">
                      {title}
                      <Icon name="next" size={18} />
                    </Link>
                  ) : (
                    <p className="flex min-h-11 items-center">{title}</p>
                  )}
                </li>
              ),
            )}
          </ul>
        </>
      ) : (
        <Notice tone="good" className="mb-6">
          Her şey tamam; mağazanız yayına hazır.
        </Notice>
      )}
      {!setup.live && !step.fixed && (
        <Button disabled={busy || left.length + setup.others.length > 0} onClick={() => setOpen(true)}>
          Mağazayı yayına al
        </Button>
      )}
      <Confirm
        open={open}
        title="Mağazayı yayına al"
        action="Yayına al"
        busy={busy}
        onClose={() => setOpen(false)}
        onConfirm={goLive}
      >
        <p>Müşterileriniz gerçek kartlarıyla ödeme yapabilecek. Deneme kipine panelden geri dönülmez.</p>
      </Confirm>
    </>
  )
}
