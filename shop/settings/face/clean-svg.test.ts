import { expect, test } from 'vitest'
import { cleanSvg } from './clean-svg.ts'

const svg = (inside: string, more = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"${more}>${inside}</svg>`

test('a drawing stays as it is: shapes, gradients, and the style sheet of its program', async () => {
  const drawing = svg(
    '<defs><linearGradient id="a"><stop offset="0" stop-color="#f00"/></linearGradient></defs>' +
      '<style>.st0{fill:#1f1a17;clip-path:url(#a)}</style><g transform="translate(1 1)"><path class="st0" d="M0 0h5"/>' +
      '<rect width="5" height="5" fill="url(#a)"/><use href="#a"/></g>',
  )
  expect((await cleanSvg(drawing))?.replace(/><\/(stop|path|rect|use)>/g, '/>')).toBe(drawing)
  expect(await cleanSvg(`<?xml version="1.0"?><!DOCTYPE svg><!-- made by --><svg><path d="M0 0"/></svg>`)).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"></path></svg>',
  )
})

const attacks = {
  script: '<script>alert(1)</script>',
  'script in CDATA': '<script><![CDATA[alert(1)]]></script>',
  'event handler': '<path d="M0 0" onload="alert(1)" ONCLICK="alert(1)"/>',
  link: '<a href="javascript:alert(1)"><path d="M0 0"/></a>',
  'outside picture': '<image href="https://evil.example/a.png"/>',
  'outside use': '<use href="https://evil.example/a.svg#x"/><use xlink:href="data:image/svg+xml;base64,AA"/>',
  html: '<foreignObject><iframe src="https://evil.example"></iframe></foreignObject>',
  animation: '<animate attributeName="href" to="javascript:alert(1)"/><set attributeName="onload" to="alert(1)"/>',
  'style that loads': '<style>@import url(https://evil.example/a.css);</style>',
  'color that loads': '<path d="M0 0" fill="url(https://evil.example/a)" style="background:url(//evil.example/b)"/>',
  'handler on the root': '" onload="alert(1)',
  entity: '<!DOCTYPE svg [<!ENTITY x "alert(1)">]><text>&x;</text>',
  handler: '<handler xmlns:ev="http://www.w3.org/2001/xml-events" ev:event="load">alert(1)</handler>',
}

for (const [name, attack] of Object.entries(attacks))
  test(`nothing of a drawing acts or loads: ${name}`, async () => {
    const clean = await cleanSvg(
      name === 'handler on the root' ? svg('<path d="M0 0"/>', ` id="a${attack}"`) : svg(`<path d="M1 1"/>${attack}`),
    )
    expect(clean).toMatch(/^<svg xmlns/)
    expect(clean).not.toMatch(
      /alert\(1\)"|<script|on\w+=|javascript|evil|foreignObject|iframe|<animate|<set|<image|ENTITY|handler/i,
    )
  })

test('what holds no drawing is none', async () => {
  for (const none of ['', 'merhaba', '<html><body>a</body></html>', svg(''), svg('<script>alert(1)</script>')])
    expect(await cleanSvg(none)).toBeUndefined()
})
