import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import { filesFor } from '#app/ui/picture.tsx'
import type { Image } from '#shop/media/images.ts'
import { imageUrl, widthsOf } from '#shop/media/urls.ts'
import { seconds } from '#shop/time.ts'

type Scene = { portrait: Image; landscape: Image }

const phone = '(max-width: 767px)'
const turn = seconds(3)
/** The part of the scene that is below the screen's top edge while she has not scrolled. */
const whole = 0.96
/** The number of pictures that take turns on a phone, at most. */
const turns = 3

/**
 * The full-screen picture of the landing page: the tall one where the screen is tall. On a phone up to three take turns,
 * every three seconds, until she stops them, or never when her device asks for less motion.
 */
export function LandingScenes({ scenes, label, children }: { scenes: Scene[]; label?: string; children: ReactNode }) {
  const section = useRef<HTMLElement>(null)
  const { shown, current, turning, setTurning } = useTurns(Math.min(scenes.length, turns), section)
  const dark = isDark(scenes[current]?.portrait.tone)
  useScenePassed(section)
  return (
    <section
      ref={section}
      aria-label={label}
      data-scene={scenes.length === 0 ? 'none' : dark ? 'dark' : 'light'}
      className="relative flex h-(--screen,100svh) min-h-[560px] flex-col justify-end overflow-hidden data-[scene=dark]:bg-ink data-[scene=dark]:text-white"
    >
      {scenes.slice(0, shown).map((scene, index) => (
        <SceneView key={scene.portrait.id} scene={scene} first={index === 0} shown={index === current} />
      ))}
      {scenes.length > 0 && <div className="scrim absolute inset-0" />}
      {children}
      {scenes.length > 1 && (
        <button
          type="button"
          onClick={() => setTurning(!turning)}
          aria-label={turning ? 'Arka plan geçişini durdur' : 'Arka plan geçişini başlat'}
          className="absolute bottom-[calc(clamp(1rem,var(--screen,100svh)*.1-44px,2.5rem)+2px)] left-[228px] z-20 grid size-11 place-items-center md:hidden"
        >
          <Icon name={turning ? 'pause' : 'play'} size={24} />
        </button>
      )}
    </section>
  )
}

/** Tells the styles of the header above it that the scene begins to go up behind it: words over clothes that pass are hard to read. */
function useScenePassed(scene: RefObject<HTMLElement | null>) {
  useEffect(() => {
    if (!scene.current) return
    const { dataset } = document.documentElement
    const passed = (entries: IntersectionObserverEntry[]) => {
      if ((entries.at(-1)?.intersectionRatio ?? 0) >= whole) delete dataset.pastScene
      else dataset.pastScene = ''
    }
    // The part of the scene below the screen counts as seen.
    const watcher = new IntersectionObserver(passed, { rootMargin: '0px 0px 100% 0px', threshold: whole })
    watcher.observe(scene.current)
    return () => {
      watcher.disconnect()
      delete dataset.pastScene
    }
  }, [scene])
}

/** Which of `count` scenes is to be seen; `shown` counts those that were fetched. One whose picture has not come yet is not turned to. */
function useTurns(count: number, section: RefObject<HTMLElement | null>) {
  const [turning, setTurning] = useState(false)
  const [current, setCurrent] = useState(0)
  const [shown, setShown] = useState(1)

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
    if (!turning || count < 2) return
    // The next picture is fetched while this one is looked at.
    setShown(count)
    const isThere = (n: number) => (section.current?.getElementsByTagName('img')[n]?.naturalWidth ?? 0) > 0
    const others = Array.from({ length: count - 1 }, (_, index) => (current + 1 + index) % count)
    const timer = setInterval(() => setCurrent(others.find(isThere) ?? current), turn)
    return () => clearInterval(timer)
  }, [turning, count, current, section])

  return { shown, current, turning, setTurning }
}

function SceneView({ scene: { portrait, landscape }, first, shown }: { scene: Scene; first: boolean; shown: boolean }) {
  const files = filesFor(portrait, covering(portrait))
  return (
    <picture className="contents">
      <Source image={landscape} media="(orientation: landscape)" />
      <source type="image/avif" srcSet={files.setOf('avif')} sizes={files.sizes} />
      <img
        src={imageUrl(portrait.id, widthsOf(portrait.width).at(-1) ?? portrait.width, 'webp')}
        srcSet={files.setOf('webp')}
        sizes={files.sizes}
        width={portrait.width}
        height={portrait.height}
        alt=""
        data-tone={portrait.tone}
        fetchPriority={first ? 'high' : 'low'}
        decoding={first ? 'sync' : 'async'}
        className={`absolute inset-0 size-full object-cover object-[50%_15%] transition-opacity duration-1000 ${shown ? '' : 'opacity-0'}`}
      />
    </picture>
  )
}

function Source({ image, media }: { image: Image; media: string }) {
  const { setOf, sizes } = filesFor(image, covering(image))
  return (
    <>
      <source media={media} type="image/avif" srcSet={setOf('avif')} sizes={sizes} />
      <source media={media} type="image/webp" srcSet={setOf('webp')} sizes={sizes} />
    </>
  )
}

/** How wide a picture is drawn that covers the whole screen: often the height decides. */
function covering({ width, height }: Image): string {
  return `max(100vw, ${Math.ceil((1000 * width) / height) / 10}vh)`
}

/** Words over a dark picture are white, over any other they are ink. By the relative luminance of WCAG. */
function isDark(tone = '#ffffff'): boolean {
  const [red = 1, green = 1, blue = 1] = (tone.match(/[\da-f]{2}/gi) ?? []).map((hex) =>
    linear(Number.parseInt(hex, 16) / 255),
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.18
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}
