type Schema = {
  $ref?: string
  type?: string
  required?: string[]
  properties?: Record<string, Schema>
  enum?: unknown[]
  items?: Schema
}
type Operation = { requestBody?: { content?: Record<string, { schema?: Schema }> } }
type Document = { paths: Record<string, Record<string, Operation>>; components?: { schemas?: Record<string, Schema> } }

/** Calls of the older version that the newer one does not take: calls that are gone, fields that are required now. */
export function lostCalls(old: Document, now: Document): string[] {
  return Object.entries(old.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => {
      const other = now.paths[path]?.[method]
      const name = `${method.toUpperCase()} ${path}`
      if (!other) return [`${name} is gone`]
      const before = bodyOf(operation, old)
      const after = bodyOf(other, now)
      return before && after ? narrower(before, after, name) : []
    }),
  )
}

/** The schema of a call's body; bodies name no other schemas within. */
function bodyOf({ requestBody }: Operation, { components }: Document): Schema | undefined {
  const schema = requestBody?.content?.['application/json']?.schema
  return schema?.$ref ? components?.schemas?.[schema.$ref.split('/').at(-1) ?? ''] : schema
}

function narrower(old: Schema, now: Schema, where: string): string[] {
  const required = (now.required ?? []).filter((name) => !old.required?.includes(name))
  const values = old.enum?.filter((value) => now.enum && !now.enum.includes(value)) ?? []
  const inner = Object.entries(old.properties ?? {}).flatMap(([name, schema]) => {
    const other = now.properties?.[name]
    return other ? narrower(schema, other, `${where} ${name}`) : []
  })
  return [
    ...required.map((name) => `${where} wants ${name}`),
    ...values.map((value) => `${where} takes ${value} no more`),
    ...(old.items && now.items ? narrower(old.items, now.items, where) : []),
    ...inner,
  ]
}
