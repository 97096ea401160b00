import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { confirm } from '../../../lib/operator/command-line/confirmation.ts'
import { Failure } from '../../../lib/operator/command-line/failure.ts'

/** Asks at a terminal at which somebody types this, and returns what is shown there. */
async function ask(typed: string | undefined, isTTY = true): Promise<string> {
  const input = Object.assign(new PassThrough(), { isTTY })
  const output = new PassThrough()
  input.end(typed)
  await confirm('Delete "Acme" (acme) permanently?', { input, output })
  return String(output.read() ?? '')
}

test.each(['yes\n', ' YES \n'])('%j continues', async (typed) => {
  expect(await ask(typed)).toContain('Delete "Acme" (acme) permanently? Type yes to continue: ')
})

test.each(['no\n', 'y\n', '\n', undefined])('%j changes nothing', async (typed) => {
  await expect(ask(typed)).rejects.toThrow(new Failure('nothing was changed'))
})

test('a script, which has no terminal, is not asked', async () => {
  expect(await ask(undefined, false)).toBe('')
})
