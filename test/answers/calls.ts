import { mountApi } from '../../api/mount.ts'

type Answers = Record<string, { content?: Record<string, { schema?: unknown }> } | undefined>
type DocumentedCall = { call: string; method: string; path: RegExp; answers: Answers }

let calls: DocumentedCall[] | undefined

/** The calls of the API's document; an address that one of them names whole comes before those with parameters. */
export function documentedCalls(): DocumentedCall[] {
  calls ??= mountApi({ pictureBytes: 1 })
    .openAPIRegistry.definitions.flatMap((definition) => (definition.type === 'route' ? [definition.route] : []))
    .sort((a, b) => a.path.split('{').length - b.path.split('{').length)
    .map(({ method, path, responses }) => ({
      call: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
      answers: responses as Answers,
    }))
  return calls
}

/** Every answer that the document names, such as 'GET /api/v1/orders/{id} 404'. */
export function documentedAnswers(): string[] {
  return documentedCalls().flatMap(({ call, answers }) =>
    Object.keys(answers)
      .filter((status) => status !== 'default')
      .map((status) => `${call} ${status}`),
  )
}
