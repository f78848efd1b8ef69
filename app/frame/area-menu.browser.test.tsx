import { useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { AreaMenu } from './area-menu.tsx'

let tell: (act: Event) => void = () => {}

/** As the header has it: each act there is told to the menu, whose script comes with the first. */
function Areas() {
  const [act, setAct] = useState<Event>()
  tell = setAct
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: as in the header
    <nav className="header-tabs" onClick={({ nativeEvent }) => act && setAct(nativeEvent)}>
      <ul>
        <li>
          <a href="/alt-giyim">ALT GİYİM</a>
          <button type="button" aria-label="ALT GİYİM kategorileri" aria-expanded="false" />
        </li>
      </ul>
      {act && <AreaMenu act={act} />}
    </nav>
  )
}

test('a press while the script of the menu begins opens it, and the next one closes it', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  const Shop = createRoutesStub([{ path: '*', Component: Areas }])
  const screen = await render(<Shop />)
  const button = screen.getByRole('button', { name: 'ALT GİYİM kategorileri' })
  const acts: Event[] = []
  for (const kind of ['focusin', 'click']) document.addEventListener(kind, (act) => acts.push(act), { once: true })
  const element = button.element()
  if (element instanceof HTMLElement) element.focus()
  if (element instanceof HTMLElement) element.click()
  for (const act of acts) flushSync(() => tell(act))
  await expect.element(button).toHaveAttribute('aria-expanded', 'true')
  await button.click()
  await expect.element(button).toHaveAttribute('aria-expanded', 'false')
})
