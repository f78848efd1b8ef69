import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { seconds } from '#shop/time.ts'
import { LandingScenes } from './scenes.tsx'

const scenes = ['a', 'b', 'c'].map((id) => ({
  portrait: { id: `${id}-tall`, width: 960, height: 1440, tone: '#e8ddd0' },
  landscape: { id: `${id}-wide`, width: 1440, height: 960, tone: '#e8ddd0' },
}))

test('a scene is turned to once its picture is there, and one that never comes is passed over', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const come = new Set<HTMLImageElement>()
  vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockImplementation(function (this: HTMLImageElement) {
    return come.has(this) ? 960 : 0
  })
  const screen = await render(<LandingScenes scenes={scenes}>Yeni sezon</LandingScenes>)
  await screen.getByRole('button', { name: 'Arka plan geçişini başlat' }).click()
  await expect.element(screen.getByRole('button', { name: 'Arka plan geçişini durdur' })).toBeVisible()
  const pictures = () => [...screen.container.getElementsByTagName('img')]
  const seen = async (index: number) => {
    vi.advanceTimersByTime(seconds(3))
    // Time for a turn that should not happen to show.
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
    const shown = () => pictures().flatMap((one, at) => (one.className.includes('opacity-0') ? [] : [at]))
    await expect.poll(shown).toEqual([index])
  }
  await seen(0)
  for (const index of [0, 2]) come.add(pictures()[index] as HTMLImageElement)
  await seen(2)
  await seen(0)
  vi.useRealTimers()
})
