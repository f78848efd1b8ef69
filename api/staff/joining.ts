import { InvitationToken, Joining } from '#shop/accounts/staff/contract.ts'
import { joinStaff, openInvitation } from '#shop/accounts/staff/joining.ts'
import { json, ok, resource } from '../api.ts'
import { route } from '../route.ts'

const failures = { 400: 'Used, withdrawn, replaced by a newer one, or too old (LINK_EXPIRED)' }

/** Calls for the link of an invitation. */
export const joining = resource()
  .openapi(
    route('POST /auth/invitation', {
      tags: ['Account'],
      summary: 'Looks at an invitation to the staff by the token of its mail',
      request: json(InvitationToken),
      failures,
    }),
    async (c) => ok(c, await openInvitation(c.get('ctx'), c.req.valid('json').token)),
  )
  .openapi(
    route('POST /auth/invitation/accept', {
      tags: ['Account'],
      summary: 'Accepts it, once; who has no verified account sets her password',
      description: 'Sessions that were open end: she logs in anew.',
      request: json(Joining),
      failures: { ...failures, 409: 'She is of the staff already' },
    }),
    async (c) => {
      await joinStaff(c.get('ctx'), c.req.valid('json'))
      return ok(c, null, 'Ekibe hoş geldiniz! Şimdi giriş yapabilirsiniz.')
    },
  )
