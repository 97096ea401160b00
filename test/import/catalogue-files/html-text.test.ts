import { expect, test } from 'vitest'
import { isHtml, textOfHtml } from '../../../lib/import/catalogue-files/html-text.ts'

test.each([
  [
    'a heading and paragraphs',
    '<h2>Soft</h2><p>One <b>two</b>.</p><p>Three</p>',
    'Soft\n\nOne two.\n\nThree',
  ],
  ['a list', '<ul><li>warm</li><li>soft</li></ul>', '- warm\n- soft'],
  ['a numbered list', '<ol><li>wash</li><li>dry</li></ol>', '1. wash\n2. dry'],
  [
    'a long numbered list',
    `<ol>${'<li>x</li>'.repeat(10)}</ol>`,
    Array.from({ length: 10 }, (_, n) => `${`${n + 1}.`.padEnd(4)}x`).join('\n'),
  ],
  ['no blanks at the end of a line', '<p>a&nbsp;&nbsp;<br>b &nbsp;</p>', 'a\nb'],
  ['a list in a list', '<ul><li>A<ol><li>B</li></ol></li></ul>', '- A\n  1. B'],
  ['a link without its address', 'See <a href="https://a.example/x">our guide</a>', 'See our guide'],
  ['cells of a table apart', '<table><tr><td>Width</td><td>3 cm</td></tr></table>', 'Width  3 cm'],
  ['characters by name and number', 'Salt &amp; pepper &#233;<br>&lt;new&gt;', 'Salt & pepper é\n<new>'],
  ['line breaks', 'one<br>two<br/>three', 'one\ntwo\nthree'],
  ['lines of WordPress, which has no tags for them', '<strong>Soft</strong>\nWarm', 'Soft\nWarm'],
  ['no pictures', '<p>A<img src="https://a.example/a.jpg" alt="photo">B</p>', 'AB'],
  ['no scripts and styles', '<style>p{}</style><p>A</p><script>alert(1)</script>', 'A'],
  ['no more than one empty line', '<p>A</p><br><br><br><p>B</p>', 'A\n\nB'],
  ['a line as long as it was', `<p>${'word '.repeat(60).trim()}</p>`, 'word '.repeat(60).trim()],
])('%s', (_, html, text) => {
  expect(isHtml(html)).toBe(true)
  expect(textOfHtml(html)).toBe(text)
})

test.each(['a < b and c > d', 'Size <M>', 'I <3 cups', '5 &amp; 6', ''])('%j is not HTML', (text) => {
  expect(isHtml(text)).toBe(false)
})

test('elements in more than 200 others cannot be read, and 50,000 deep ones neither', () => {
  const nested = (depth: number) => `${'<div>'.repeat(depth)}deep${'</div>'.repeat(depth)}`
  expect(textOfHtml(nested(150))).toBe('deep')
  for (const depth of [250, 50_000])
    expect(() => textOfHtml(nested(depth))).toThrow('is HTML with elements in more than 200 others')
})

test('of a page of more than a million characters the rest is not read', () => {
  const page = (blanks: number) => `<p>a</p>${' '.repeat(blanks)}<p>b</p>`
  expect(textOfHtml(page(999_984))).toBe('a\n\nb')
  expect(textOfHtml(page(1_000_000))).toBe('a')
})
