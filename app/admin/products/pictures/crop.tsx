import 'react-image-crop/dist/ReactCrop.css'
import { type RefObject, useRef, useState } from 'react'
import { centerCrop, makeAspectCrop, type PercentCrop, ReactCrop } from 'react-image-crop'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { cutOut } from './cut.ts'

/** Every picture of the shop stands in this frame. */
const aspect = 4 / 5

type PictureCropProps = { url: string | undefined; onCropped: (file: File) => void; onClose: () => void }

/** Cuts a picture to the frame of the shop; by pointer, by touch and by the arrow keys. Open while it has a picture. */
export function PictureCrop({ url, onCropped, onClose }: PictureCropProps) {
  const image = useRef<HTMLImageElement>(null)
  const [crop, setCrop] = useState<PercentCrop>()
  const [state, setState] = useState<'ready' | 'busy' | 'failed'>('ready')

  async function cut() {
    if (!image.current || !crop) return
    setState('busy')
    try {
      onCropped(await cutOut(image.current, crop))
      setState('ready')
    } catch {
      setState('failed')
    }
  }

  return (
    <Panel
      open={url !== undefined}
      onClose={onClose}
      title="Görseli kırp"
      side="center"
      wide
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            Vazgeç
          </Button>
          <Button disabled={state === 'busy' || !crop} onClick={cut}>
            {state === 'busy' ? 'Bekleyin…' : 'Kırp'}
          </Button>
        </div>
      }
    >
      <div className="grid justify-items-center gap-4">
        <p className="justify-self-start text-muted text-sm">
          Çerçeveyi sürükleyin veya çerçeveye odaklanıp ok tuşlarını kullanın; köşelerinden büyütüp küçültebilirsiniz.
          Mağazadaki görseller 4:5 oranındadır.
        </p>
        {state === 'failed' && <Notice tone="bad">Görsel kırpılamadı. Lütfen yeniden deneyin.</Notice>}
        {url && <CropFrame url={url} image={image} crop={crop} onCrop={setCrop} onFailed={() => setState('failed')} />}
      </div>
    </Panel>
  )
}

type CropFrameProps = {
  url: string
  image: RefObject<HTMLImageElement | null>
  crop: PercentCrop | undefined
  onCrop: (crop: PercentCrop) => void
  onFailed: () => void
}

function CropFrame({ url, image, crop, onCrop, onFailed }: CropFrameProps) {
  return (
    <ReactCrop
      crop={crop}
      onChange={(_, percent) => onCrop(percent)}
      aspect={aspect}
      minWidth={40}
      keepSelection
      ruleOfThirds
      ariaLabels={labels}
    >
      <img
        ref={image}
        src={url}
        alt="Kırpılacak görsel"
        onError={onFailed}
        onLoad={({ currentTarget: { width, height } }) =>
          onCrop(centerCrop(makeAspectCrop(fullest(width, height), aspect, width, height), width, height))
        }
        className="max-h-[55dvh]!"
      />
    </ReactCrop>
  )
}

/** As much of the picture as the frame can hold. */
function fullest(width: number, height: number) {
  return width / height > aspect ? { unit: '%' as const, height: 100 } : { unit: '%' as const, width: 100 }
}

const labels = {
  cropArea: 'Kırpma çerçevesi; ok tuşlarıyla taşıyın',
  nwDragHandle: 'Sol üst köşe; ok tuşlarıyla boyutlandırın',
  nDragHandle: 'Üst kenar; ok tuşlarıyla boyutlandırın',
  neDragHandle: 'Sağ üst köşe; ok tuşlarıyla boyutlandırın',
  eDragHandle: 'Sağ kenar; ok tuşlarıyla boyutlandırın',
  seDragHandle: 'Sağ alt köşe; ok tuşlarıyla boyutlandırın',
  sDragHandle: 'Alt kenar; ok tuşlarıyla boyutlandırın',
  swDragHandle: 'Sol alt köşe; ok tuşlarıyla boyutlandırın',
  wDragHandle: 'Sol kenar; ok tuşlarıyla boyutlandırın',
}
