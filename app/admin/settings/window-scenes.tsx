import { useId, useState } from 'react'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.tsx'
import { acceptedImages } from '#shop/media/contract.ts'
import { imageUrl } from '#shop/media/urls.ts'
import type { SceneIds } from '#shop/settings/scenes.ts'
import { SortableList } from '../parts/sorting/sortable-list.tsx'
import { uploadPicture } from '../products/pictures/upload.ts'

const most = 6

type WindowScenesProps = { scenes: SceneIds; error?: string | undefined; onChange: (scenes: SceneIds) => void }

/** The scenes of the landing page, each as a tall and a wide picture. */
export function WindowScenes({ scenes, error, onChange }: WindowScenesProps) {
  const items = scenes.map((scene, index) => ({ id: scene.portrait, name: `${index + 1}. sahne`, scene, index }))
  return (
    <section aria-labelledby="vitrin-sahneleri">
      <h3 id="vitrin-sahneleri" className="font-semibold">
        Sahneler
      </h3>
      <p className="mt-1 mb-3 text-muted text-sm">
        İlk sahne açılışı doldurur; telefonda ilk üçü dönüşümlü görünür. İkincisi Unisex’te, üçüncüsü Aksesuar’da,
        sonuncusu Özel Koleksiyon’da durur. Yazılar sol altta yer alır: orayı boş bırakan görseller seçin.
      </p>
      {error && (
        <p role="alert" className="mb-3 text-bad text-sm">
          {error}
        </p>
      )}
      {scenes.length > 0 && (
        <SortableList
          items={items}
          onOrder={(sorted) => onChange(sorted.map(({ scene }) => scene))}
          className="divide-y divide-line border-line border-y"
        >
          {({ name, scene, index }, { grip, arrows }) => (
            <div className="flex flex-wrap items-center gap-2 py-3">
              {grip}
              <Thumbnail id={scene.portrait} label={`${name}, dikey`} className="aspect-9/16 w-14" />
              <Thumbnail id={scene.landscape} label={`${name}, yatay`} className="aspect-video w-40" />
              <span className="grow pl-2">{name}</span>
              <Button look="quiet" aria-label={`${name}: kaldır`} onClick={() => onChange(scenes.toSpliced(index, 1))}>
                Kaldır
              </Button>
              {arrows}
            </div>
          )}
        </SortableList>
      )}
      {scenes.length < most && <NewScene scenes={scenes} onAdd={(scene) => onChange([...scenes, scene])} />}
    </section>
  )
}

function Thumbnail({ id, label, className }: { id: string; label: string; className: string }) {
  return <img src={imageUrl(id, 320, 'webp')} alt={label} className={`rounded-xs bg-line object-cover ${className}`} />
}

/** A scene is added once both of its pictures are there. */
function NewScene({ scenes, onAdd }: { scenes: SceneIds; onAdd: (scene: SceneIds[number]) => void }) {
  const [portrait, setPortrait] = useState<string>()
  const [landscape, setLandscape] = useState<string>()

  function chosen(next: { portrait: string | undefined; landscape: string | undefined }) {
    if (!next.portrait || !next.landscape) {
      setPortrait(next.portrait)
      setLandscape(next.landscape)
      return
    }
    setPortrait(undefined)
    setLandscape(undefined)
    if (scenes.some((scene) => scene.portrait === next.portrait)) toast('bad', 'Bu dikey görsel bir sahnede zaten var.')
    else onAdd({ portrait: next.portrait, landscape: next.landscape })
  }

  return (
    <fieldset className="mt-4">
      <legend className="mb-2 font-medium text-sm">Yeni sahne</legend>
      <div className="flex flex-wrap items-start gap-4">
        <SceneFile
          label="Dikey görsel"
          hint="Telefonlar için; 1440 × 2560 piksel iyi olur."
          chosen={portrait}
          onChosen={(id) => chosen({ portrait: id, landscape })}
        />
        <SceneFile
          label="Yatay görsel"
          hint="Geniş ekranlar için; 2560 × 1440 piksel iyi olur."
          chosen={landscape}
          onChosen={(id) => chosen({ portrait, landscape: id })}
        />
      </div>
    </fieldset>
  )
}

type SceneFileProps = { label: string; hint: string; chosen: string | undefined; onChosen: (id: string) => void }

/** Takes a picture and sends it at once. */
export function SceneFile({ label, hint, chosen, onChosen }: SceneFileProps) {
  const id = useId()
  const [busy, setBusy] = useState(false)

  async function send(file: File) {
    setBusy(true)
    try {
      const { id } = await uploadPicture(file, { onProgress: () => {}, signal: new AbortController().signal })
      onChosen(id)
    } catch (error) {
      toast('bad', error instanceof Error ? error.message : 'Görsel yüklenemedi')
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="relative max-w-64">
      <input
        id={id}
        type="file"
        accept={acceptedImages}
        disabled={busy}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) send(file)
          target.value = ''
        }}
        className="peer sr-only"
      />
      <label
        htmlFor={id}
        className={buttonClass('secondary', 'px-4! peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2')}
      >
        {busy ? 'Yükleniyor…' : chosen ? `${label} değiştir` : `${label} ekle`}
      </label>
      {chosen && (
        <img src={imageUrl(chosen, 320, 'webp')} alt="" className="mt-2 h-24 rounded-xs bg-line object-cover" />
      )}
      <p id={`${id}-hint`} className="mt-1 text-muted text-sm">
        {hint}
      </p>
    </div>
  )
}
