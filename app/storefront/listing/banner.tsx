import { Icon, type IconName } from '#app/ui/icon.tsx'
import { Picture } from '#app/ui/picture.tsx'
import type { Area } from '#shop/catalog/contract.ts'
import type { Image } from '#shop/media/images.ts'

export type BannerScene = { portrait: Image; landscape: Image } | 'plain'

const words: Partial<Record<Area, { kicker: string; text: string }>> = {
  aksesuar: { kicker: 'AKSESUAR KOLEKSİYONU', text: 'Günü tamamlayan çantalar ve küçük ayrıntılar.' },
  special: { kicker: 'SINIRLI ÜRETİM', text: 'Elde işlenen, az sayıda üretilen parçalar.' },
}

export function Banner({ area, title, scene }: { area: Area; title: string; scene: BannerScene }) {
  const { kicker, text } = words[area] ?? { kicker: '', text: '' }
  return (
    <section aria-labelledby="sayfa-basligi" className="grid grid-cols-[1fr_40%] md:grid-cols-2">
      <div className="gutter flex flex-col justify-center py-4 md:py-8 xl:pl-[max(48px,calc((100vw-90rem)/2+48px))]">
        <p className="label-caps text-muted">{kicker}</p>
        <h1 id="sayfa-basligi" tabIndex={-1} className="mt-1 font-display text-2xl outline-none md:mt-3 md:text-3xl">
          {title}
        </h1>
        <p className="mt-4 max-w-96 text-lg text-muted max-md:hidden">{text}</p>
      </div>
      {scene !== 'plain' && (
        <div className="relative min-h-28 md:min-h-56">
          <Picture
            image={scene.landscape}
            alt=""
            sizes="(min-width: 768px) 50vw, 40vw"
            priority
            className="absolute inset-0 size-full object-cover"
          />
        </div>
      )}
    </section>
  )
}

const blurbs: { icon: IconName; title: string; text: string }[] = [
  { icon: 'hanger', title: 'Özel Tasarım', text: 'Her parça bu koleksiyon için çizilir.' },
  {
    icon: 'box',
    title: 'Sınırlı Üretim',
    text: 'Her modelden az sayıda üretilir; sizinki kolay kolay karşınıza çıkmaz.',
  },
  { icon: 'check', title: 'Premium Kalite', text: 'Kumaşı ve dikişi özenle seçilir, tek tek kontrol edilir.' },
]

/** Why the special collection is special. */
export function Blurbs() {
  return (
    <ul className="mt-24 grid gap-10 border-line border-t pt-14 md:grid-cols-3">
      {blurbs.map(({ icon, title, text }) => (
        <li key={title} className="flex flex-col items-start">
          <Icon name={icon} size={28} />
          <h2 className="mt-4 font-display text-xl">{title}</h2>
          <p className="mt-1 max-w-80 text-muted">{text}</p>
        </li>
      ))}
    </ul>
  )
}
