import { expect } from 'vitest'
import { type Locator, userEvent } from 'vitest/browser'
import type { RenderResult } from 'vitest-browser-react'

type Asking = {
  dialog: Locator
  /** The button that opens it. */
  opener: string
  /** A field to type into. */
  typed: Locator
  question: { title: string; leave: string }
}

/** A dialog closes at once while nothing is typed into it, and asks before Esc or the cross takes away what is. */
export async function expectAsked(screen: RenderResult, { dialog, opener, typed, question }: Asking): Promise<void> {
  const asked = screen.getByRole('dialog', { name: question.title })
  await screen.getByRole('button', { name: opener }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await screen.getByRole('button', { name: opener }).click()
  await typed.fill('Yazlık')
  for (const leave of [
    () => userEvent.keyboard('{Escape}'),
    () => dialog.getByRole('button', { name: 'Kapat' }).click(),
  ]) {
    await leave()
    await asked.getByRole('button', { name: 'Vazgeç' }).click()
    await expect.element(asked).not.toBeInTheDocument()
    await expect.element(typed).toHaveValue('Yazlık')
  }
  await userEvent.keyboard('{Escape}')
  await asked.getByRole('button', { name: question.leave }).click()
  await expect.element(dialog).not.toBeInTheDocument()
}
