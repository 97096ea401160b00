import { expect, test } from 'vitest'
import { asOptions } from '../../clients/typescript/src/command/import/as-options.ts'

test.each([
  ['to use it: map=name="Title"', 'to use it: --map name="Title"'],
  ['add source=erp, or confirm_missing=true', 'add --source erp, or --confirm-missing'],
  ['prices=decimal if 80 means 80 dollars', '--prices decimal if 80 means 80 dollars'],
  ['on_missing needs a source (source=<name>)', '--on-missing needs a source (--source <name>)'],
  [
    'price: is required; for products without a price: without_price=draft',
    'price: is required; for products without a price: --without-price draft',
  ],
  ['on_missing=archive with keep_empty=true', '--on-missing archive with --keep-empty'],
  ['the status of "A" is set; stock begins', 'the status of "A" is set; stock begins'],
  ['a cell "status=draft" stays', 'a cell "status=draft" stays'],
])('%j is shown as %j', (message, shown) => {
  expect(asOptions(message)).toBe(shown)
})
