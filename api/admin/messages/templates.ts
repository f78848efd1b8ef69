import { MessageTemplate, MessageTemplateChange } from '#shop/messages/contract.ts'
import { createTemplate, deleteTemplate, listTemplates, updateTemplate } from '#shop/messages/templates.ts'
import { badInput, created, Id, json, ok, resource, staffFailures } from '../../api.ts'
import { needs } from '../../authenticate.ts'
import { route } from '../../route.ts'

const required = ['name', 'text']
const body = json(MessageTemplate.clone().openapi({ required }))
const change = json(MessageTemplateChange.clone().openapi({ required }))
const gone = { 404: 'No such template' }
const taken = { 409: 'Another has its name' }

/** Ready texts for answers. Each change answers with all of them. */
export const adminMessageTemplates = resource()
  .openapi(
    route('GET /admin/message-templates', {
      ...needs('messages'),
      summary: 'Ready texts for answers, by name; `{ad}`, `{siparis}` and `{kargo}` in them stand for what differs',
      failures: staffFailures,
    }),
    async (c) => ok(c, await listTemplates(c.get('ctx'))),
  )
  .openapi(
    route('POST /admin/message-templates', {
      ...needs('messages'),
      summary: 'Adds a ready text',
      request: body,
      created: true,
      failures: { ...staffFailures, ...badInput, ...taken },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      await createTemplate(ctx, c.req.valid('json'))
      return created(c, await listTemplates(ctx), 'Hazır yanıt eklendi.')
    },
  )
  .openapi(
    route('PUT /admin/message-templates/{id}', {
      ...needs('messages'),
      summary: 'Changes a ready text',
      request: { params: Id, ...change },
      failures: {
        ...staffFailures,
        ...badInput,
        ...gone,
        409: 'Another has its name, or EDIT_CONFLICT when it is not as `seen`',
      },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      await updateTemplate(ctx, c.req.valid('param').id, c.req.valid('json'))
      return ok(c, await listTemplates(ctx), 'Hazır yanıt kaydedildi.')
    },
  )
  .openapi(
    route('DELETE /admin/message-templates/{id}', {
      ...needs('messages'),
      summary: 'Removes a ready text',
      request: { params: Id },
      failures: { ...staffFailures, ...gone },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      await deleteTemplate(ctx, c.req.valid('param').id)
      return ok(c, await listTemplates(ctx), 'Hazır yanıt silindi.')
    },
  )
