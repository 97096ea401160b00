import { access, constants } from 'node:fs/promises'
import { join } from 'node:path'
import { dynamoDbLocal } from './dynamodb-local.ts'
import { dynoxide, findDynoxide, installDynoxide } from './dynoxide.ts'
import type { Engine, Machine } from './engine.ts'
import { javaFault } from './java.ts'

const THIS_MACHINE: Machine = { platform: process.platform, arch: process.arch, java: 'java' }

/**
 * Finds the engine for the table: the chosen one, else the one that wrote the data folder, else Dynoxide
 * where it is installed, else DynamoDB Local where Java is.
 * The choice is `dynoxide`, `dynamodb-local`, or the path of a Dynoxide binary; empty or undefined leaves it open.
 *
 * Throws one line, with what to do, when there is none, or the data folder was written by the other one.
 */
export async function chooseEngine(
  dataDir?: string,
  choice: string | undefined = process.env.STOREFRONT_DATABASE,
  machine: Machine = THIS_MACHINE,
): Promise<Engine> {
  const written = dataDir === undefined ? undefined : await writerOf(dataDir)
  const engine = await find(choice || written, machine)
  if (written === undefined || engine.dataFile === DATA_FILES[written]) return engine
  throw new Error(
    `The data in ${dataDir} was written by another DynamoDB engine. Unset STOREFRONT_DATABASE, set it to "${written}", or choose another folder (STOREFRONT_DATA).`,
  )
}

const DATA_FILES = { dynoxide: dynoxide('').dataFile, 'dynamodb-local': dynamoDbLocal.dataFile }

/** The engine that has written its file into the folder. */
async function writerOf(dataDir: string): Promise<keyof typeof DATA_FILES | undefined> {
  if (await isThere(join(dataDir, DATA_FILES.dynoxide))) return 'dynoxide'
  return (await isThere(join(dataDir, DATA_FILES['dynamodb-local']))) ? 'dynamodb-local' : undefined
}

async function find(choice: string | undefined, machine: Machine): Promise<Engine> {
  if (choice === undefined) return best(machine)
  if (choice === 'dynamodb-local') {
    const fault = await javaFault(machine.java)
    if (fault) throw new Error(fault)
    return dynamoDbLocal
  }
  const path = choice === 'dynoxide' ? findDynoxide(machine) : choice
  if (path === undefined) throw new Error(`Dynoxide is not installed: run "${installDynoxide(machine)}".`)
  if (await isThere(path, constants.X_OK)) return dynoxide(path)
  throw new Error(
    `STOREFRONT_DATABASE must be "dynoxide", "dynamodb-local" or the path of a Dynoxide binary, not "${choice}".`,
  )
}

async function best(machine: Machine): Promise<Engine> {
  const path = findDynoxide(machine)
  if (path !== undefined) return dynoxide(path)
  const fault = await javaFault(machine.java)
  if (fault === undefined) return dynamoDbLocal
  throw new Error(
    `No DynamoDB engine is installed: run "${installDynoxide(machine)}", or install Java. ${fault}`,
  )
}

const isThere = (path: string, mode = constants.F_OK): Promise<boolean> =>
  access(path, mode).then(
    () => true,
    () => false,
  )
