import { useState } from 'react'
import type { WireCoupon } from '#api/wire/admin/coupons.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Button } from '#app/ui/button.tsx'
import { fold } from '#shop/turkish.ts'
import { adminCall } from '../parts/api.ts'
import { DeleteConfirm } from '../parts/delete-confirm.tsx'
import { EmptyList, ListHead, ListState } from '../parts/list-parts.tsx'
import { SearchBox } from '../parts/search-box.tsx'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'
import { useQuery } from '../parts/use-query.ts'
import { bodyOf, titleOf, valuesOf } from './fields.ts'
import { CampaignPanel, type Editing } from './form.tsx'
import { CampaignRow } from './row.tsx'

/** Codes and campaigns, what each brought, and the form that makes them. */
export default function Campaigns() {
  const query = useQuery()
  const { state, again } = useLoaded('campaigns', (signal) =>
    adminCall<'GET /admin/coupons'>('GET', '/admin/coupons', undefined, { signal }),
  )
  const [editing, setEditing] = useState<Editing>()
  const [deleting, setDeleting] = useState<WireCoupon>()
  const { busy, submit } = useAdminSubmit('Kampanya kaydedilemedi. Lütfen tekrar deneyin.')
  const all = state.kind === 'ready' ? state.value.data : []
  const words = fold(query.get('q'))
  const shown = all.filter(({ code, name, partner }) =>
    [code ?? '', name, partner].some((t) => fold(t).includes(words)),
  )

  function turn(campaign: WireCoupon) {
    submit(async () => {
      const { id, active, updatedAt } = campaign
      const body = { ...bodyOf(valuesOf(campaign)), active: !active, updatedAt }
      // Where somebody else saved it meanwhile the list shows how.
      await adminCall<'PUT /admin/coupons/{id}'>('PUT', `/admin/coupons/${id}`, body).finally(again)
      return campaign.active ? 'Kampanya kapatıldı.' : 'Kampanya açıldı.'
    })
  }

  return (
    <>
      <ListHead title="Kampanyalar" count={state.kind === 'ready' && `${shown.length} kampanya`}>
        <Button className="px-4!" onClick={() => setEditing({})}>
          Kampanya oluştur
        </Button>
      </ListHead>
      <ListState state={state} what="Kampanyalar" otherwise="Kampanyalar yüklenemedi" onAgain={again} />
      {state.kind === 'ready' && all.length === 0 && (
        <EmptyList title="Henüz kampanya yok">
          İndirim kodu verin ya da “3 al 2 öde” gibi kendiliğinden uygulanan bir kampanya başlatın. Kampanya açıkken
          sepette indirim kodu alanı görünür; hiç kampanya yokken müşteriler bundan tek söz görmez.
        </EmptyList>
      )}
      {all.length > 0 && (
        <search className="mb-4 flex">
          <SearchBox
            label="Kampanya ara"
            placeholder="Kod, ad veya iş ortağı"
            q={query.get('q')}
            onSearch={(q) => query.set({ q }, { replace: true })}
          />
        </search>
      )}
      {all.length > 0 && shown.length === 0 && (
        <EmptyList title="Bu aramaya uyan kampanya yok">
          <Button look="secondary" onClick={() => query.set({ q: '' }, { replace: true })}>
            Aramayı temizle
          </Button>
        </EmptyList>
      )}
      {shown.length > 0 && (
        <ul className="border-line border-t bg-surface text-sm">
          {shown.map((campaign) => (
            <CampaignRow
              key={campaign.id}
              campaign={campaign}
              busy={busy}
              onEdit={() => setEditing({ campaign })}
              onCopy={() => setEditing({ copied: campaign })}
              onTurn={() => turn(campaign)}
              onDelete={() => setDeleting(campaign)}
            />
          ))}
        </ul>
      )}
      <CampaignPanel editing={editing} onClose={() => setEditing(undefined)} onSaved={again} />
      <DeleteConfirm
        path={deleting && `/admin/coupons/${deleting.id}`}
        title="Kampanyayı sil"
        done="Kampanya silindi."
        failed="Kampanya silinirken bir hata oluştu"
        onClose={() => setDeleting(undefined)}
        onDeleted={again}
      >
        <p>
          <strong>{deleting && titleOf(deleting)}</strong> silinir ve artık kullanılamaz.
        </p>
      </DeleteConfirm>
    </>
  )
}
