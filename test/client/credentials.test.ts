import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { mintToken } from '../../lib/domain/api-keys/token.ts'

const HERE = 'https://shop.example/api/v1'
const ELSEWHERE = 'https://elsewhere.example/api/v1'
const [saved, other] = [mintToken(), mintToken()]

const folder = mkdtempSync(join(tmpdir(), 'storefront-credentials-'))
mkdirSync(join(folder, 'storefront'))
writeFileSync(join(folder, 'storefront/credentials.json'), JSON.stringify({ url: HERE, api_key: saved }))
afterAll(() => rmSync(folder, { recursive: true }))

beforeEach(() => {
  vi.stubEnv('XDG_CONFIG_HOME', folder)
  vi.stubEnv('STOREFRONT_URL', '')
  vi.stubEnv('STOREFRONT_API_KEY', '')
  // It reads the environment once, as a process that begins.
  vi.resetModules()
  return () => vi.unstubAllEnvs()
})

async function currentCredentials() {
  const module = await import('../../clients/typescript/src/command/credentials.ts')
  return module.currentCredentials()
}

test('a saved key is sent to the URL that it was saved for', async () => {
  expect(await currentCredentials()).toEqual({ url: HERE, apiKey: saved })
  vi.stubEnv('STOREFRONT_URL', 'https://shop.example/')
  vi.resetModules()
  expect(await currentCredentials()).toEqual({ url: HERE, apiKey: saved })
})

test('a saved key is sent to no other URL', async () => {
  vi.stubEnv('STOREFRONT_URL', ELSEWHERE)
  await expect(currentCredentials()).rejects.toThrow(
    `STOREFRONT_URL is set, but the saved key is for ${HERE}; also set STOREFRONT_API_KEY`,
  )
})

test.each([
  [ELSEWHERE, ELSEWHERE],
  ['', HERE],
])('a key of the environment is sent to the URL %j, or else to the saved one', async (url, due) => {
  vi.stubEnv('STOREFRONT_URL', url)
  vi.stubEnv('STOREFRONT_API_KEY', other)
  expect(await currentCredentials()).toEqual({ url: due, apiKey: other })
})

describe('a user without a home folder', () => {
  beforeEach(() => {
    vi.stubEnv('XDG_CONFIG_HOME', '')
    vi.doMock('node:os', () => ({
      homedir: () => {
        throw new Error('uv_os_homedir returned ENOENT')
      },
    }))
    return () => vi.doUnmock('node:os')
  })

  test('learns which variable to set', async () => {
    await expect(currentCredentials()).rejects.toThrow('there is no home folder: set HOME or XDG_CONFIG_HOME')
  })

  test('needs none with both variables of the environment, also for a command that writes a file', async () => {
    vi.stubEnv('STOREFRONT_URL', ELSEWHERE)
    vi.stubEnv('STOREFRONT_API_KEY', other)
    expect(await currentCredentials()).toEqual({ url: ELSEWHERE, apiKey: other })
    const { savedPaths } = await import('../../clients/typescript/src/command/credentials.ts')
    expect(savedPaths()).toEqual([])
  })
})
