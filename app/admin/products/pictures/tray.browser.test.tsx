import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { Image } from '#shop/media/images.ts'
import { PictureTray } from './tray.tsx'
import { usePictures } from './use-pictures.ts'

const stored: Image = { id: 'a', width: 4, height: 5, tone: '#b5651d' }

/** The shop stores whatever is sent as the same picture. */
class SamePicture {
  upload = {}
  status = 201
  responseText = JSON.stringify({ data: stored })
  onloadend = () => {}
  open() {}
  setRequestHeader() {}
  abort() {}
  send() {
    this.onloadend()
  }
}

class NoPicture extends SamePicture {
  override status = 400
  override responseText = JSON.stringify({ message: 'Sadece resim dosyaları kabul edilir' })
}

class Busy extends SamePicture {
  override status = 503
  override responseText = ''
}

afterEach(() => {
  vi.unstubAllGlobals()
})

function Tray() {
  return <PictureTray pictures={usePictures(() => [])} error={undefined} />
}

test('a picture that is there already is not shown twice, and that is said', async () => {
  vi.stubGlobal('XMLHttpRequest', SamePicture)
  const screen = await render(<Tray />)
  const choose = (name: string) =>
    screen.getByLabelText('Görsel ekle').upload(new File([name], name, { type: 'image/jpeg' }))
  await choose('elbise.jpg')
  const taken = screen.getByRole('button', { name: /: sil$/ })
  await expect.element(taken).toBeVisible()
  await choose('elbise-kopya.jpg')
  await expect.element(screen.getByText(/^elbise-kopya.jpg: Bu görsel zaten var/)).toBeVisible()
  expect(taken.elements()).toHaveLength(1)
})

test('a file that is no picture is not offered another try, one that the shop could not take now is', async () => {
  vi.stubGlobal('XMLHttpRequest', NoPicture)
  const screen = await render(<Tray />)
  const choose = (name: string) =>
    screen.getByLabelText('Görsel ekle').upload(new File([name], name, { type: 'image/jpeg' }))
  await choose('fatura.jpg')
  await expect.element(screen.getByText('Sadece resim dosyaları kabul edilir')).toBeVisible()
  const again = screen.getByRole('button', { name: 'Yeniden dene' })
  expect(again.elements()).toHaveLength(0)
  await expect.element(screen.getByText('Ana görsel', { exact: true })).not.toBeInTheDocument()
  await expect.poll(() => screen.container.querySelectorAll('img').length).toBe(0)
  vi.stubGlobal('XMLHttpRequest', Busy)
  await choose('elbise.jpg')
  await expect.element(again).toBeVisible()
  vi.stubGlobal('XMLHttpRequest', SamePicture)
  await choose('gomlek.jpg')
  await expect.element(screen.getByRole('button', { name: 'Görsel 1, ana görsel', exact: true })).toBeVisible()
  await expect.element(screen.getByText('Ana görsel', { exact: true })).toBeVisible()
})
