import { versionNumber } from '#shop/fields/contract.ts'
import { getLegalSettings, LegalSettings, saveLegalSettings } from '#shop/settings/legal.ts'
import { badInput, json, ok, resource, staffFailures } from '../api.ts'
import { needs } from '../authenticate.ts'
import { route } from '../route.ts'

export const adminLegal = resource()
  .openapi(
    route('GET /admin/settings/legal', {
      ...needs('settings'),
      summary: 'Who sells, who carries returns, how far back a discount looks',
      failures: staffFailures,
    }),
    async (c) => ok(c, await getLegalSettings(c.get('ctx'))),
  )
  .openapi(
    route('PUT /admin/settings/legal', {
      ...needs('settings'),
      summary: 'Saves the given legal settings; the others stay',
      request: json(LegalSettings.extend({ version: versionNumber().optional() })),
      failures: {
        ...staffFailures,
        ...badInput,
        409: 'Somebody else saved since (EDIT_CONFLICT)',
      },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const { version, ...change } = c.req.valid('json')
      await saveLegalSettings(ctx, change, { version })
      const data = await getLegalSettings(ctx)
      return ok(c, data, 'Yasal bilgiler kaydedildi.')
    },
  )
