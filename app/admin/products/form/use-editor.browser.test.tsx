import { beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { Toasts } from '#app/ui/toast.tsx'
import { anAdminProduct, aPicture } from '#test/admin-product.ts'
import { ConflictDialog } from '../conflicts/conflict-dialog.tsx'
import { draftOf } from './draft.ts'
import { type KeptDraft, readKeptDraft } from './kept-draft.ts'
import { useEditor } from './use-editor.ts'

const variant = (id: string, size: string) => ({
  id,
  sku: `SKU-${size}`,
  color: 'Siyah',
  colorHex: null,
  size,
  price: 1199.9,
  stockQuantity: 5,
  images: [],
})

const opened = anAdminProduct([variant('v1', 'S'), variant('v2', 'M')])
/** The other admin's version, with another size. */
const theirs = { ...opened, version: 5, variants: [...opened.variants, variant('v3', 'L')] }

const answer = (data: unknown) => Response.json({ success: true, data })
const conflict = () =>
  Response.json(
    { success: false, error: 'x', message: 'Ürün bu arada değişti', code: 'EDIT_CONFLICT' },
    { status: 409 },
  )

/** A shop in which somebody else has saved `theirs`: a save over the older version is refused. */
async function shop(path: string, init?: RequestInit): Promise<Response> {
  if (path.includes('/admin/audit')) return answer([])
  if (init?.method === 'GET') return answer(theirs)
  const form = init?.body as FormData
  if (form.get('version') !== '5') return conflict()
  // The shop gives the variants back in an order of its own.
  return answer({ ...theirs, description: form.get('description'), version: 6, variants: theirs.variants.toReversed() })
}

function Page({ kept, onCreated = () => undefined }: { kept?: KeptDraft; onCreated?: () => void }) {
  const editor = useEditor({ product: kept ? undefined : opened, kept, categoryId: '', onCreated })
  const { fields, set, grid } = editor.typed
  return (
    <>
      <label>
        Açıklama
        <input value={fields.description} onChange={(event) => set('description', event.target.value)} />
      </label>
      <ol>
        {grid.rows.map(({ key, sku }) => (
          <li key={key}>{sku}</li>
        ))}
      </ol>
      <p role="status">{editor.dirty ? 'kaydedilmedi' : 'kaydedildi'}</p>
      <p>{editor.busy ? 'yolda' : 'boşta'}</p>
      <input
        type="file"
        aria-label="Görsel"
        onChange={(event) => editor.typed.pictures.add([...(event.target.files ?? [])])}
      />
      <button type="button" onClick={editor.save}>
        Kaydet
      </button>
      <ConflictDialog editor={editor} categories={[]} />
      <Toasts />
    </>
  )
}

beforeEach(() => {
  vi.stubGlobal('fetch', vi.fn(shop))
})

/** A shop that gives its answer when it is told to. */
function slowShop() {
  let arrive = (_: Response) => {}
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (arrive = resolve)))
  return (data: unknown) => arrive(answer(data))
}

/** The line of one picture, which ends when it is told to. */
function slowUpload() {
  let sent: Request | undefined
  class Request {
    upload = {}
    status = 0
    responseText = ''
    onloadend = () => {}
    open = () => {}
    abort = () => {}
    send() {
      sent = this
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request)
  return {
    isSent: () => sent !== undefined,
    end: (status: number, body: object) => {
      Object.assign(sent ?? {}, { status, responseText: JSON.stringify(body) })
      sent?.onloadend()
    },
  }
}

test('what is typed while a save is on its way stays, and is unsaved', async () => {
  const answered = slowShop()
  const screen = await render(<Page />)
  await screen.getByLabelText('Açıklama').fill('İnce keten.')
  await screen.getByRole('button', { name: 'Kaydet', exact: true }).click()
  await screen.getByLabelText('Açıklama').fill('İnce keten. Astarlı.')
  answered({ ...opened, description: 'İnce keten.', version: 5 })
  await expect.element(screen.getByText('boşta')).toBeVisible()
  await expect.element(screen.getByLabelText('Açıklama')).toHaveValue('İnce keten. Astarlı.')
  await expect.element(screen.getByText('kaydedilmedi')).toBeVisible()
})

const newDraft = { ...draftOf(opened), rows: draftOf(opened).rows.map(({ id, stockSeen, ...row }) => row) }

test('what is typed while a new product is added waits at the product', async () => {
  const answered = slowShop()
  const onCreated = vi.fn()
  const screen = await render(<Page kept={{ draft: newDraft }} onCreated={onCreated} />)
  await screen.getByRole('button', { name: 'Kaydet', exact: true }).click()
  await screen.getByLabelText('Açıklama').fill('Astarlı.')
  answered(opened)
  await expect.poll(() => onCreated.mock.calls).toEqual([[opened]])
  expect(readKeptDraft(opened.id)).toMatchObject({
    draft: { description: 'Astarlı.', rows: [{ id: 'v1' }, { id: 'v2' }] },
    base: { version: 4 },
  })
  expect(readKeptDraft(undefined)).toBeUndefined()
})

for (const [what, status, told] of [
  ['is there, and then waits at it', 200, undefined],
  ['is refused, which is told', 422, 'Bir görsel yüklenemedi; lütfen yeniden ekleyin.'],
] as const)
  test(`a new product is opened once a picture that was chosen meanwhile ${what}`, async () => {
    const answered = slowShop()
    const upload = slowUpload()
    const onCreated = vi.fn()
    const screen = await render(<Page kept={{ draft: newDraft }} onCreated={onCreated} />)
    await screen.getByRole('button', { name: 'Kaydet', exact: true }).click()
    await screen.getByLabelText('Görsel').upload(new File(['x'], 'on.jpg', { type: 'image/jpeg' }))
    await expect.poll(() => upload.isSent()).toBe(true)
    answered(opened)
    await expect.poll(() => readKeptDraft(undefined)).toBeUndefined()
    await expect.element(screen.getByText('yolda')).toBeVisible()
    expect(onCreated).not.toHaveBeenCalled()
    upload.end(status, { data: aPicture('cc') })
    await expect.poll(() => onCreated.mock.calls).toEqual([[opened]])
    const pictures = readKeptDraft(opened.id)?.draft.pictures.map(({ id }) => id)
    expect(pictures).toEqual(told ? undefined : ['aa', 'bb', 'cc'])
    if (told) await expect.element(screen.getByText(told)).toBeVisible()
  })

test('after mine is saved over theirs, the rows that they added stay below mine', async () => {
  const screen = await render(<Page />)
  await screen.getByLabelText('Açıklama').fill('İnce keten.')
  await screen.getByRole('button', { name: 'Kaydet', exact: true }).click()
  await screen.getByRole('button', { name: 'Benimkini kaydet' }).click()
  await expect.element(screen.getByText('kaydedildi')).toBeVisible()
  const skus = screen
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent)
  expect(skus).toEqual(['SKU-S', 'SKU-M', 'SKU-L'])
  await expect.element(screen.getByLabelText('Açıklama')).toHaveValue('İnce keten.')
})
