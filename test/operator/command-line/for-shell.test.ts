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

test('what a terminal would carry out is not printed', () => {
  expect(forShell('a\u001b[2Jb')).toBe("'a\ufffd[2Jb'")
})

test('a program that zsh would look for is quoted', () => {
  expect(forShell('=A-1')).toBe("'=A-1'")
})
