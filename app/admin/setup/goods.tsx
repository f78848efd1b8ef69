import { Link } from 'react-router'
import { buttonClass } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { DemoSection } from '../settings/demo.tsx'
import { SectionHead } from '../settings/section-parts.tsx'
import type { StepProps } from './step.ts'

/** Where the first products come from. */
export function ProductsStep({ step }: StepProps) {
  return (
    <>
      <SectionHead title="İlk ürünler">
        Önce bir kategori açın, sonra ürünlerinizi telefonunuzla fotoğraflayıp ekleyin. Hazır bir listeniz varsa
        Excel’den topluca aktarabilirsiniz.
      </SectionHead>
      <Notice tone={step.state === 'done' ? 'good' : 'plain'} className="mb-6">
        {step.text}
      </Notice>
      <div className="grid gap-2 sm:grid-cols-3">
        <Link to="/admin/urunler/yeni" className={buttonClass('primary', 'px-4!')}>
          Ürün ekle
        </Link>
        <Link to="/admin/kategoriler?yeni=1" className={buttonClass('secondary', 'px-4!')}>
          Kategori ekle
        </Link>
        <Link to="/admin/urunler/aktar" className={buttonClass('secondary', 'px-4!')}>
          Excel’den aktar
        </Link>
      </div>
    </>
  )
}

export function DemoStep({ onChanged }: StepProps) {
  return <DemoSection onCleared={() => onChanged()} />
}
