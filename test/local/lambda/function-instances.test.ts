import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type FunctionDefinition, readFunctions } from '../../../lib/local/lambda/function-definition.ts'
import { type FunctionInstance, startInstance } from '../../../lib/local/lambda/function-instance.ts'
import { createInstances } from '../../../lib/local/lambda/function-instances.ts'
import { readAssembly } from '../../../lib/local/template/assembly.ts'
import { createResolver } from '../../../lib/local/template/intrinsics.ts'
import { temporaryFolder, writeAssembly } from '../fixture.ts'

let resources = new AsyncDisposableStack()
let busy: FunctionDefinition
let others: FunctionDefinition[]
beforeEach(async () => {
  const { path } = resources.use(await temporaryFolder())
  await writeAssembly(path)
  const assembly = await readAssembly(path)
  const resolve = createResolver(assembly.template, {
    stackName: 'fixture',
    apiEndpoint: 'http://localhost',
    queueEndpoint: 'http://localhost',
  })
  const functions = readFunctions(assembly, resolve, {})
  const [found] = functions.filter(({ logicalId }) => logicalId === 'Busy')
  if (!found) throw new Error('the fixture has no Busy')
  busy = found
  others = functions.filter(({ logicalId }) => logicalId === 'Echo' || logicalId === 'Authorizer')
})
afterEach(async () => {
  vi.restoreAllMocks()
  await resources.disposeAsync()
  resources = new AsyncDisposableStack()
})

function instances(limits: Parameters<typeof createInstances>[2]) {
  const created = createInstances(startInstance, () => {}, limits)
  resources.defer(created.stop)
  const call = async (definition: FunctionDefinition) => {
    const outcome = await created.invoke(definition, JSON.stringify({ headers: {} }))
    if ('error' in outcome) throw new Error(outcome.error.errorMessage)
    return JSON.parse(outcome.payload)
  }
  /** How many calls the instance has answered that answers this one. */
  const callsOfBusy = async () => (await call(busy)).calls as number
  return { call, callsOfBusy }
}

test('the one that has been idle for longest makes room, and no other', async () => {
  const { call, callsOfBusy } = instances({ mostOfAll: 2 })
  expect(await callsOfBusy()).toBe(1)
  await call(others[0] as FunctionDefinition)
  expect(await callsOfBusy()).toBe(2)
  await call(others[1] as FunctionDefinition)
  expect(await callsOfBusy()).toBe(3)
  for (const other of others) await call(other)
  expect(await callsOfBusy()).toBe(1)
})

test('all requests return, of more functions than can have an instance', async () => {
  const { call, callsOfBusy } = instances({ mostOfAll: 1 })
  const calls = [...others, ...others].map((other) => call(other))
  const counted = await Promise.all([callsOfBusy(), ...calls, callsOfBusy()])
  expect(counted).toHaveLength(6)
})

test('a function has as many instances as it may and no more, and a call for which there is none waits', async () => {
  const { callsOfBusy } = instances({ mostOfOne: 2 })
  const counts = await Promise.all(Array.from({ length: 6 }, callsOfBusy))
  expect(counts.filter((calls) => calls === 1)).toHaveLength(2)
})

test('the heap of an instance is small, whatever memory the function has in Lambda', async () => {
  const { call } = instances({})
  const large = { ...busy, memoryMb: 4096 }
  expect((await call(large)).heapMb).toBeLessThan(300)
})

/** An instance of Busy that has answered one call and has died since, and what was said on stderr. */
async function diedWhileIdle() {
  const said: string[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0)
  const started: FunctionInstance[] = []
  const start: typeof startInstance = (...given) => {
    const instance = startInstance(...given)
    started.push(instance)
    return instance
  }
  const created = createInstances(start, () => {})
  resources.defer(created.stop)
  const first = await created.invoke(busy, JSON.stringify({ body: '{"act":"later"}' }))
  expect(first).toEqual({ payload: expect.stringContaining('"calls":1') })
  await expect.poll(() => started.map((instance) => instance.isAlive())).toEqual([false])
  return { created, started, said }
}

test('an instance that died while it was idle is replaced, and stderr says why it died', async () => {
  const { created, started, said } = await diedWhileIdle()
  expect(said).toEqual([expect.stringMatching(/^fixture-Busy has ended: Error: thrown while idle\n/)])
  const next = await created.invoke(busy, JSON.stringify({}))
  expect(next).toEqual({ payload: expect.stringContaining('"calls":1') })
  expect(started.map((instance) => instance.isAlive())).toEqual([false, true])
})

test('an instance that has ended returns why, and never the response of another request', async () => {
  const { started } = await diedWhileIdle()
  expect(await started[0]?.invoke(JSON.stringify({}))).toEqual({
    error: expect.objectContaining({ errorMessage: 'thrown while idle' }),
  })
})

test('an instance says nothing when it is stopped, nor when its call returns why it died', async () => {
  const said = vi.spyOn(process.stderr, 'write')
  const created = createInstances(startInstance, () => {})
  const crashed = await created.invoke(busy, JSON.stringify({ body: '{"act":"stray"}' }))
  expect(crashed).toEqual({ error: expect.objectContaining({ errorMessage: 'thrown by nobody' }) })
  await created.invoke(busy, JSON.stringify({}))
  await created.stop()
  expect(said).not.toHaveBeenCalled()
})

test('a call that waits while all instances are stopped fails, as does one that comes later; none is started for them', async () => {
  let started = 0
  const start: typeof startInstance = (...given) => {
    started++
    return startInstance(...given)
  }
  const created = createInstances(start, () => {}, { mostOfOne: 1 })
  const hang = JSON.stringify({ body: '{"act":"hang"}' })
  const calls = [created.invoke(busy, hang), created.invoke(busy, hang)]
  await created.stop()
  const later = created.invoke(busy, hang)
  for (const outcome of await Promise.all([...calls, later])) expect(outcome).toHaveProperty('error')
  expect(started).toBe(1)
})
