import { describe, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { useLoaded } from './use-loaded.ts'

type Ask = { key: string; answer: (text: string) => void; fail: () => void }

/** The loads that are under way, to be answered by the test when it wants. */
function bank() {
  const asked: Ask[] = []
  const load = (key: string) =>
    new Promise<string>((resolve, reject) =>
      asked.push({ key, answer: resolve, fail: () => reject(new Error('down')) }),
    )
  return { asked, load }
}

function Orders({ name, load }: { name: string; load: (name: string) => Promise<string> }) {
  const { state, again, change } = useLoaded(name, () => load(name))
  return (
    <>
      <output>
        {state.kind === 'ready' ? `${state.value}${state.refreshing ? ' (yenileniyor)' : ''}` : state.kind}
      </output>
      <button type="button" onClick={again}>
        Tekrar Dene
      </button>
      <button type="button" onClick={() => change((text) => `${text}!`)}>
        Değiştir
      </button>
    </>
  )
}

describe('what is loaded in the browser', () => {
  test('is shown once it is there', async () => {
    const { asked, load } = bank()
    const screen = await render(<Orders name="a" load={load} />)
    await expect.element(screen.getByRole('status')).toHaveTextContent('loading')
    asked.at(-1)?.answer('bir sipariş')
    await expect.element(screen.getByRole('status')).toHaveTextContent('bir sipariş')
  })

  test('is tried again after a failure', async () => {
    const { asked, load } = bank()
    const screen = await render(<Orders name="a" load={load} />)
    asked.at(-1)?.fail()
    await expect.element(screen.getByRole('status')).toHaveTextContent('failed')
    await screen.getByRole('button', { name: 'Tekrar Dene' }).click()
    await expect.element(screen.getByRole('status')).toHaveTextContent('loading')
    asked.at(-1)?.answer('bir sipariş')
    await expect.element(screen.getByRole('status')).toHaveTextContent('bir sipariş')
  })

  test('is tried again by itself, once, when the line comes back after a failure', async () => {
    const { asked, load } = bank()
    const screen = await render(<Orders name="a" load={load} />)
    window.dispatchEvent(new Event('online'))
    asked.at(-1)?.fail()
    await expect.element(screen.getByRole('status')).toHaveTextContent('failed')
    window.dispatchEvent(new Event('online'))
    await expect.element(screen.getByRole('status')).toHaveTextContent('loading')
    asked.at(-1)?.answer('bir sipariş')
    await expect.element(screen.getByRole('status')).toHaveTextContent('bir sipariş')
    window.dispatchEvent(new Event('online'))
    await expect.element(screen.getByRole('status')).toHaveTextContent('bir sipariş')
    expect(asked).toHaveLength(2)
  })

  test('stays in view while something else is fetched, whose answer alone counts', async () => {
    const { asked, load } = bank()
    const screen = await render(<Orders name="a" load={load} />)
    const first = asked.at(-1)
    first?.answer('sayfa 1')
    await expect.element(screen.getByRole('status')).toHaveTextContent('sayfa 1')
    await screen.rerender(<Orders name="b" load={load} />)
    await expect.element(screen.getByRole('status')).toHaveTextContent('sayfa 1 (yenileniyor)')
    const late = asked.at(-1)
    await screen.rerender(<Orders name="c" load={load} />)
    asked.at(-1)?.answer('sayfa 3')
    await expect.element(screen.getByRole('status')).toHaveTextContent('sayfa 3')
    late?.answer('sayfa 2')
    await Promise.resolve()
    await expect.element(screen.getByRole('status')).toHaveTextContent('sayfa 3')
  })

  test('can be changed in place', async () => {
    const { asked, load } = bank()
    const screen = await render(<Orders name="a" load={load} />)
    asked.at(-1)?.answer('Hazırlanıyor')
    await expect.element(screen.getByRole('status')).toHaveTextContent('Hazırlanıyor')
    await screen.getByRole('button', { name: 'Değiştir' }).click()
    await expect.element(screen.getByRole('status')).toHaveTextContent('Hazırlanıyor!')
  })
})
