import { useEffect, useState } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import { sourceSet } from '#app/ui/picture.tsx'
import { imageUrl, widthsOf } from '#shop/media/urls.ts'
import { seconds } from '#shop/time.ts'

type Scene = { portrait: SceneImage; landscape: SceneImage }
type SceneImage = Parameters<typeof sourceSet>[0]

const phone = '(max-width: 767px)'
const turn = seconds(3)

/**
 * The pictures behind the landing page. On a phone they turn every three seconds until she stops them, or never when
 * her device asks for less motion; on a desktop the first one stands still.
 */
export function LandingScenes({ scenes }: { scenes: Scene[] }) {
  const [turning, setTurning] = useState(false)
  const [current, setCurrent] = useState(0)
  const [seen, setSeen] = useState(1)

  useEffect(() => {
    const small = matchMedia(phone)
    const still = matchMedia('(prefers-reduced-motion: reduce)')
    const settle = () => {
      setTurning(small.matches && !still.matches)
      if (!small.matches) setCurrent(0)
    }
    settle()
    small.addEventListener('change', settle)
    still.addEventListener('change', settle)
    return () => {
      small.removeEventListener('change', settle)
      still.removeEventListener('change', settle)
    }
  }, [])

  useEffect(() => {
    if (!turning || scenes.length < 2) return
    // The next picture is fetched while this one is looked at.
    setSeen(scenes.length)
    const timer = setInterval(() => setCurrent((n) => (n + 1) % scenes.length), turn)
    return () => clearInterval(timer)
  }, [turning, scenes.length])

  if (scenes.length === 0) return null
  return (
    <>
      {scenes.slice(0, seen).map((scene, index) => (
        <SceneView key={scene.portrait.id} scene={scene} first={index === 0} shown={index === current} />
      ))}
      {/* Words stay readable over any picture. */}
      <div className="scrim absolute inset-0" />
      {scenes.length > 1 && (
        <button
          type="button"
          onClick={() => setTurning(!turning)}
          aria-label={turning ? 'Arka plan geçişini durdur' : 'Arka plan geçişini başlat'}
          className="absolute right-1 bottom-8 z-20 grid size-11 place-items-center md:hidden"
        >
          <Icon name={turning ? 'pause' : 'play'} size={24} />
        </button>
      )}
    </>
  )
}

function SceneView({ scene: { portrait, landscape }, first, shown }: { scene: Scene; first: boolean; shown: boolean }) {
  const wide = '(min-width: 768px)'
  return (
    <picture className="contents">
      {landscape.avif && <source media={wide} type="image/avif" srcSet={sourceSet(landscape, 'avif')} sizes="100vw" />}
      <source media={wide} type="image/webp" srcSet={sourceSet(landscape, 'webp')} sizes="100vw" />
      {portrait.avif && <source type="image/avif" srcSet={sourceSet(portrait, 'avif')} sizes="80vw" />}
      <img
        src={imageUrl(portrait.id, widthsOf(portrait.width).at(-1) ?? portrait.width, 'webp')}
        srcSet={sourceSet(portrait, 'webp')}
        sizes="80vw"
        width={portrait.width}
        height={portrait.height}
        alt=""
        data-tone={portrait.tone}
        fetchPriority={first ? 'high' : 'low'}
        decoding={first ? 'sync' : 'async'}
        className={`absolute inset-0 size-full object-cover transition-opacity duration-1000 ${shown ? '' : 'opacity-0'}`}
      />
    </picture>
  )
}
