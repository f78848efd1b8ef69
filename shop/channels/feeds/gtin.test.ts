import { expect, test } from 'vitest'
import { gtinOf } from './format.ts'

// By "GTIN [gtin]" of Google's product data specification and GS1's check digit.
test.for([
  ['8690000000005', '8690000000005'],
  [' 8690000000005 ', '8690000000005'],
  ['036000291452', '036000291452'],
  ['96385074', '96385074'],
  ['10614141000415', '10614141000415'],
  ['8690000000006', ''],
  // A shop's own numbers, and what is none at all.
  ['2000000000008', ''],
  ['86900000005', ''],
  ['HIZ-1-S', ''],
  [null, ''],
] as const)('%s is sent as %s', ([barcode, sent]) => expect(gtinOf({ barcode })).toBe(sent))
