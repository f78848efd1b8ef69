import { expect, test } from 'vitest'
import { mountApi } from '../mount.ts'
import { calls } from './calls.ts'

test('every call of the table has its route, which answers with its schema', () => {
  const routes = mountApi({ pictureBytes: 1 }).openAPIRegistry.definitions.flatMap((definition) =>
    definition.type === 'route' ? [definition.route] : [],
  )
  for (const [call, schema] of Object.entries(calls)) {
    const route = routes.find(({ method, path }) => `${method.toUpperCase()} ${path}` === call.replace(' ', ' /api/v1'))
    const answer = route?.responses[200] ?? route?.responses[201]
    if (route?.responses[204]) {
      expect(answer, `${call} answers without a body`).toBeUndefined()
      continue
    }
    expect(answer, call).toHaveProperty(['content', 'application/json', 'schema'], schema)
  }
})
