import { expect, test } from 'vitest'
import { settingsPage } from '../../lib/infra/settings/settings-page.ts'

const rowsOf = (source: string) => settingsPage(source).match(/^\| <a id.*$/gm)

test('a row has name, type, default and meaning; a setting without a comment shares the one above', () => {
  const source = `interface StorefrontSettings {
    /** Requests per second and burst. Default 500, 1,000. */
    perSecond?: number
    burst?: number
    /** The fate
     * of the table. Default \`retain\`. */
    policy?: 'retain' | 'destroy'
    /** Tags. */
    tags?: Record<string, string>
  }`
  expect(rowsOf(source)).toEqual([
    '| <a id="perSecond"></a>`perSecond` | number | 500 | Requests per second and burst. |',
    '| <a id="burst"></a>`burst` | number | 1,000 | see above |',
    '| <a id="policy"></a>`policy` | `retain` or `destroy` | `retain` | The fate of the table. |',
    '| <a id="tags"></a>`tags` | texts by their names | none | Tags. |',
  ])
})

test('a setting with members has rows for them, also for those that it inherits', () => {
  const source = `interface Few {
      /** The first. */
      a?: number
    }
    interface Many extends Few {
      /** The second. */
      b?: boolean
    }
    interface StorefrontSettings {
      /** All. Default: none. */
      many?: Many
    }`
  expect(rowsOf(source)).toEqual([
    '| <a id="many"></a>`many` | the members below | none | All. |',
    '| <a id="many.a"></a>`many.a` | number | none | The first. |',
    '| <a id="many.b"></a>`many.b` | true or false | none | The second. |',
  ])
})

test('a setting without any comment is refused', () => {
  expect(() => settingsPage('interface StorefrontSettings { a?: number }')).toThrow('a has no comment')
})
