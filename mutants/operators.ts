import { type Found, isNode, type Node } from './find.ts'

type Operator = (node: Node, parents: Node[], text: string) => (Partial<Found> & { text: string })[]

const comparisons: Record<string, string[]> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
}

/** Calls of Drizzle that compare, and what each is not. */
const otherCalls: Record<string, string> = {
  eq: 'ne',
  ne: 'eq',
  lt: 'lte',
  lte: 'lt',
  gt: 'gte',
  gte: 'gt',
  inArray: 'notInArray',
  notInArray: 'inArray',
  isNull: 'isNotNull',
  isNotNull: 'isNull',
  exists: 'notExists',
  notExists: 'exists',
  asc: 'desc',
  desc: 'asc',
}

const otherMethods: Record<string, string> = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
  startsWith: 'endsWith',
}

/** Links of a chain of calls that can be left out, the chain being of use without them. */
const links =
  /^(where|for|limit|offset|orderBy|onConflictDoNothing|filter|sort|toSorted|reverse|slice|trim|toLowerCase|distinct|min|max|refine|optional|nullable|regex|email|strict|catch)$/

const inSql: [RegExp, string][] = [
  [/<=/, '<'],
  [/(?<![<>-])<(?![=>])/, '<='],
  [/>=/, '>'],
  [/(?<![<>-])>(?![=>])/, '>='],
  [/ and /, ' or '],
  [/\bnot exists/, 'exists'],
  [/\bis not null/, 'is null'],
  [/\bis null/, 'is not null'],
  [/ \+ /, ' - '],
  [/ - /, ' + '],
]

const string = (value: unknown) => (typeof value === 'string' ? value : '')
const nodes = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [])
const named = (table: Record<string, string>, name: string) => (Object.hasOwn(table, name) ? table[name] : undefined)
const source = (node: unknown, text: string) => (isNode(node) ? text.slice(node.start, node.end) : '')

/** Calls whose texts only logs, errors and crash tests read: another word changes nothing of the shop. */
const forTheLog = (nodes: Node[], text: string) =>
  nodes.some((one) => /^(new \w*Error\(|([\w.]+\.)?(log|console|atStep)\b)/.test(source(one, text)))

const operators: Record<string, Operator> = {
  BinaryExpression: ({ operator, left, right }, _parents, text) => {
    const [l, r] = [source(left, text), source(right, text)]
    // Words are joined by + as well.
    if (operator === '+' && /['"`]/.test(l + r)) return []
    return (comparisons[string(operator)] ?? []).map((other) => ({ text: `${l} ${other} ${r}` }))
  },
  LogicalExpression: ({ operator, left, right }, _parents, text) => {
    const [l, r] = [source(left, text), source(right, text)]
    const other = operator === '&&' ? '||' : operator === '||' ? '&&' : undefined
    return [{ text: l }, { text: r }, ...(other ? [{ text: `(${l}) ${other} (${r})` }] : [])]
  },
  UnaryExpression: ({ operator, argument }, _parents, text) =>
    operator === '!' || operator === '-' ? [{ text: source(argument, text) }] : [],
  IfStatement: ({ test }) => always(test),
  ConditionalExpression: ({ test }) => always(test),
  ForOfStatement: ({ right }) => nodes(right).map(({ start, end }) => ({ start, end, text: '[]' })),
  ExpressionStatement: ({ expression, directive }, parents, text) =>
    directive || forTheLog(nodes(expression), text) || parents[0]?.type === 'Program'
      ? []
      : [{ text: '', kind: 'statement' }],
  ReturnStatement: ({ argument }, _parents, text) =>
    nodes(argument)
      .filter(({ type }) => type !== 'Identifier' || source(argument, text) !== 'undefined')
      .map(({ start, end }) => ({ start, end, text: 'undefined' })),
  BlockStatement: ({ start, body }, [owner]) =>
    owner && /Function/.test(owner.type) && nodes(body).length > 1
      ? [{ start: start + 1, end: start + 1, text: ' return;', kind: 'entry' }]
      : [],
  ArrayExpression: ({ elements }) => (nodes(elements).length > 0 ? [{ text: '[]' }] : []),
  Literal: ({ value }, parents, text) => {
    if (typeof value === 'boolean') return [{ text: String(!value) }]
    if (typeof value === 'number') return [{ text: String(value + 1) }]
    if (typeof value !== 'string' || value === '' || forTheLog(parents, text)) return []
    // Compared words are damaged by their comparison, sentences are read by people.
    return parents[0]?.type !== 'BinaryExpression' && /^[\w./:-]+$/.test(value) ? [{ text: "''" }] : []
  },
  TaggedTemplateExpression: ({ tag, quasi, start }, _parents, text) =>
    source(tag, text) === 'sql' && isNode(quasi) ? sqlDamages(quasi, start, text) : [],
  CallExpression: (node, _parents, text) => callDamages(node, text),
}

function always(test: unknown) {
  return nodes(test).flatMap(({ start, end }) => [
    { start, end, text: 'true' },
    { start, end, text: 'false' },
  ])
}

function sqlDamages(quasi: Node, start: number, text: string) {
  const whole = text.slice(start, quasi.end)
  return nodes(quasi.quasis).flatMap((part) => {
    const words = text.slice(part.start, part.end)
    return inSql.flatMap(([from, to]) => {
      const found = from.exec(words)
      if (!found) return []
      const at = part.start - start + found.index
      return [{ text: whole.slice(0, at) + to + whole.slice(at + found[0].length) }]
    })
  })
}

function callDamages({ callee, arguments: given, end }: Node, text: string) {
  if (!isNode(callee)) return []
  const args = nodes(given)
  const rest = text.slice(callee.end, end)
  if (callee.type === 'Identifier') {
    const name = source(callee, text)
    const other = named(otherCalls, name)
    const fewer = /^(and|or)$/.test(name) && args.length > 1 ? args : []
    const without = (left: Node) => args.filter((arg) => arg !== left).map((arg) => source(arg, text))
    return [
      ...(other ? [{ text: `drizzleOrm.${other}${rest}` }] : []),
      ...fewer.map((left) => ({ text: `${name}(${without(left).join(', ')})` })),
    ]
  }
  if (callee.type !== 'MemberExpression' || callee.computed || callee.optional) return []
  const [object, method] = [source(callee.object, text), source(callee.property, text)]
  const other = named(otherMethods, method)
  return [
    ...(links.test(method) && object !== 'Math' ? [{ text: object }] : []),
    ...(other && (object === 'Math' || !/^(min|max)$/.test(method)) ? [{ text: `${object}.${other}${rest}` }] : []),
  ]
}

/** The mutations that fit a node. */
export function damages(node: Node, parents: Node[], text: string): Found[] {
  const { start, end } = node
  const atLoad = ![node, ...parents].some(({ type }) => /Function/.test(type))
  const statement = parents.find(({ type }) => type.endsWith('Statement') || type === 'Program')
  return (operators[node.type]?.(node, parents, text) ?? [])
    .map((one) => ({ start, end, kind: 'value' as const, was: '', atLoad, ...one }))
    .map((one) => ({ ...one, was: text.slice(one.start, one.end) }))
    .filter((one) => one.kind !== 'value' || isValue(one, parents, statement))
}

/** Lines end without a semicolon here: a bracket at the beginning of one would go on with the line before. */
function isValue({ start }: Found, parents: Node[], statement: Node | undefined): boolean {
  if (statement?.type === 'ExpressionStatement' && statement.start === start) return false
  // A part of a?.b.c() cannot be put in brackets alone, nor what a method is called on.
  const [parent] = parents
  if (parent?.type === 'ChainExpression' || parent?.type === 'AssignmentExpression') return parent.start !== start
  if (parent?.type === 'MemberExpression') return !parents.some(({ type }) => type === 'ChainExpression')
  return parent?.type !== 'Property' || parent.value === undefined || parent.shorthand !== true
}
