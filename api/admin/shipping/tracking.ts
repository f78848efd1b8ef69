import { TrackingRows } from '#shop/shipping/contract.ts'
import { enterTracking, readTrackingFile, type TrackingOutcome } from '#shop/shipping/tracking.ts'
import { badInput, FileForm, fileOf, form, json, ok, resource, staffFailures } from '../../api.ts'
import { needs } from '../../authenticate.ts'
import { route } from '../../route.ts'

export const adminTracking = resource()
  .openapi(
    route('POST /admin/orders/tracking', {
      ...needs('orders'),
      summary: 'Enters the tracking numbers of many orders and marks them SHIPPED; says of each row what became of it',
      description:
        'A row names its order by number or id. One that is wrong is REFUSED, the others count; the same row again is UNCHANGED, and its buyer is not mailed again. With `preview` nothing changes.',
      request: json(TrackingRows),
      failures: { ...staffFailures, ...badInput },
    }),
    async (c) => {
      const asked = c.req.valid('json')
      const rows = await enterTracking(c.get('ctx'), asked)
      return ok(c, { rows }, asked.preview ? undefined : saidOf(rows))
    },
  )
  .openapi(
    route('POST /admin/orders/tracking/file', {
      ...needs('orders'),
      summary: "Reads a carrier's list (CSV or XLSX) and tells what each row would do; changes nothing",
      request: form(FileForm),
      failures: { ...staffFailures, ...badInput, 413: 'Larger than 3 MB' },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const { bytes } = await fileOf(c.req.valid('form').file, 'Kargonun listesini seçin')
      const rows = await readTrackingFile(ctx, bytes)
      return ok(c, { rows: await enterTracking(ctx, { rows, preview: true }) })
    },
  )

function saidOf(rows: TrackingOutcome[]): string {
  const count = (of: TrackingOutcome['outcome']) => rows.filter(({ outcome }) => outcome === of).length
  const [shipped, refused] = [count('SHIPPED'), count('REFUSED')]
  const done = shipped > 0 ? `${shipped} sipariş “Kargoda” oldu.` : 'Hiçbir sipariş değişmedi.'
  return refused > 0 ? `${done} ${refused} satır işlenemedi.` : done
}
