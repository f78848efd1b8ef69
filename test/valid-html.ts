import { HtmlValidate } from 'html-validate'

/** The rules of the HTML standard, as the Nu checker reads it: content models, ids, references, attributes. */
const validator = new HtmlValidate({ extends: ['html-validate:standard'] })

/** The faults of a page, each with its place. */
export async function faultsOf(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${message} (${ruleId}) at ${selector}`),
  )
}
