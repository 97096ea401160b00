import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { forShell } from '../../../lib/operator/command-line/for-shell.ts'

test.each(['PLAIN', 'A-1.b/c:d=e,@_'])('a shell needs no quotes around %j', (text) => {
  expect(forShell(text)).toBe(text)
})

test.each(['', 'A B', "it's", '$(date)', '`date`', '"', '\\', '*', ';', '~', '#1'])(
  'a shell reads %j as it is',
  (text) => {
    expect(execFileSync('sh', ['-c', `printf %s ${forShell(text)}`], { encoding: 'utf8' })).toBe(text)
  },
)

test.each(['a\u001b[2Jb', "it's\ta \\ b", 'Preis\u00ad', '\u202eeslaf', '1\u00012', '👨‍👩‍👧'])(
  'nothing of %j is obeyed by a terminal, and bash reads it as it is',
  (text) => {
    expect(forShell(text)).not.toMatch(/\p{C}/u)
    expect(execFileSync('bash', ['-c', `printf %s ${forShell(text)}`], { encoding: 'utf8' })).toBe(text)
  },
)

test('a program that zsh would look for is quoted', () => {
  expect(forShell('=A-1')).toBe("'=A-1'")
})
