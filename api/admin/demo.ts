import { clearDemo, previewClearing } from '#shop/desk/demo/clear.ts'
import { ClearDemo } from '#shop/desk/demo/contract.ts'
import { badInput, json, ok, resource, staffFailures } from '../api.ts'
import { needs } from '../authenticate.ts'
import { route } from '../route.ts'

export const adminDemo = resource()
  .openapi(
    route('GET /admin/demo', {
      ...needs('settings'),
      summary: 'What clearing the demo would remove, and what stays of it; nothing is changed',
      failures: staffFailures,
    }),
    async (c) => ok(c, await previewClearing(c.get('ctx'))),
  )
  .openapi(
    route('POST /admin/demo/clear', {
      ...needs('settings'),
      summary: 'Removes what the demo shop was filled with and its trial orders and customers, for good',
      request: json(ClearDemo),
      failures: { ...staffFailures, ...badInput, 409: 'Nothing is left of the demo, or a trial payment is under way' },
    }),
    async (c) => ok(c, await clearDemo(c.get('ctx')), 'Demo verileri temizlendi; mağaza artık yalnızca sizin.'),
  )
