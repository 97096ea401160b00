/** A program that responds on this machine as DynamoDB does. */
export interface Engine {
  name: string
  command: string
  /** where it has to be started, if that matters */
  folder?: string
  /** Without a data folder everything is in memory. */
  commandLine(port: number, dataDir: string | undefined): string[]
  /**
   * Runs once it responds and before anything is stored, with the folder of its data. An engine that has it always gets a
   * folder: one that is removed when it ends, if nobody wants to keep the data.
   */
  prepare?(dataDir: string): void
  /** the file in the data folder that holds the tables */
  dataFile: string
  /** True when it listens on every address of this machine, and no option changes that. */
  isOpenToNetwork: boolean
}

/** The machine on which an engine is looked for; tests take another one. */
export interface Machine {
  platform: string
  arch: string
  /** the command that runs Java */
  java: string
}
