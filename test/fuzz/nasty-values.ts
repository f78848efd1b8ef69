import fc, { type Arbitrary } from 'fast-check'

/** Stands for a file in a form. */
export type AnyFile = { file: string; bytes: Uint8Array<ArrayBuffer>; type: string }

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
/** Generates files, and other content that claims to be one. */
export const files: Arbitrary<AnyFile> = fc.record({
  file: fc.constantFrom(
    'a.png',
    '../../etc/passwd',
    'a.png\0.html',
    'a"\r\nX: y.png',
    'ş'.repeat(300),
    '',
    '.htaccess',
  ),
  bytes: fc.oneof(
    fc.constantFrom(
      new Uint8Array(pixel),
      new Uint8Array(pixel.subarray(0, 40)),
      new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      new TextEncoder().encode('%PDF-1.7\n<html>'),
    ),
    fc.uint8Array({ maxLength: 40 }).map((bytes) => new Uint8Array(bytes)),
  ),
  type: fc.constantFrom('image/png', 'text/html', 'application/octet-stream', ''),
})

function deep(levels: number): unknown {
  let value: unknown = 'x'
  for (let i = 0; i < levels; i++) value = i % 2 ? [value] : { a: value }
  return value
}

/** Texts that have crashed other programs. */
const nastyTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'a\udc00b',
  '__proto__',
  'constructor',
  'NaN',
  'Infinity',
  '-1',
  '1e999',
  '0x1F',
  '٣',
  "'; drop table users; --",
  "' or '1'='1",
  '1) or 1=1',
  '%',
  '_',
  '\\',
  '<script>alert(1)</script>',
  '{{7*7}}',
  'a\r\nBcc: biri@posta.example',
  '=cmd|x!A1',
  '../../../etc/passwd',
  '\u202egnp.exe',
  '🙂'.repeat(50),
  'İ'.repeat(3000),
  '2026-02-31',
  '99999-01-01',
  '0000-00-00',
  '00000000-0000-0000-0000-000000000000',
  'x'.repeat(60_000),
  'javascript:alert(1)',
]
/** Values to send in place of a valid one. */
export const nasty: Arbitrary<unknown> = fc.constantFrom<unknown>(
  // Values that databases refuse come more often.
  'a\0b',
  'a\0b',
  'a\0b',
  'a\ud800',
  'a\ud800',
  'a\ud800',
  2 ** 31,
  2 ** 53,
  1e21,

  ...nastyTexts,
  null,
  true,
  0,
  -0,
  -1,
  0.001,
  1e21,
  -1e308,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  [],
  {},
  [[]],
  ['a', 'b'],
  [null],
  deep(400),
  JSON.parse('{"__proto__":{"role":"ADMIN"}}'),
  { $ne: null },
  { length: 1e9 },
)
/** Texts in place of an id in a path; those with a percent sign are sent as they are. */
export const nastyIds = fc.constantFrom(
  ...nastyTexts.filter((text) => !/%$/.test(text)),
  '%00',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '%',
  '%E0%A4%A',
  '%ff',
  '%F0%9F%99%82',
  'a%2Fb',
  '%5c..%5c',
)
