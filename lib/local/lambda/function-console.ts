import { format } from 'node:util'

const LEVELS = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'] as const
type Level = (typeof LEVELS)[number]

const METHODS: Record<string, Level> = {
  trace: 'TRACE',
  debug: 'DEBUG',
  info: 'INFO',
  log: 'INFO',
  warn: 'WARN',
  error: 'ERROR',
  fatal: 'FATAL',
}

/**
 * Replaces the methods of `console` as Lambda's Node.js runtime does, by the function's log format and level. What a
 * function writes to stdout itself passes as it is. The source of that runtime, `LogPatch` and what it uses:
 * https://github.com/aws/aws-lambda-nodejs-runtime-interface-client
 *
 * The request id is that of the current invocation; undefined while the bundle is loaded.
 */
export function patchConsole(
  { AWS_LAMBDA_LOG_FORMAT, AWS_LAMBDA_LOG_LEVEL }: NodeJS.ProcessEnv,
  requestId: () => string | undefined,
): void {
  const lineOf = AWS_LAMBDA_LOG_FORMAT?.toUpperCase() === 'JSON' ? jsonLine : textLine
  const lowest = LEVELS.indexOf(AWS_LAMBDA_LOG_LEVEL?.toUpperCase() as Level)
  const write = (level: Level, values: unknown[]) => {
    const line = lineOf(new Date().toISOString(), requestId(), level, values)
    process.stdout.write(`${line.replaceAll('\n', '\r')}\n`)
  }
  for (const [method, level] of Object.entries(METHODS))
    Object.assign(console, {
      [method]: (...values: unknown[]) => LEVELS.indexOf(level) >= lowest && write(level, values),
    })
}

const textLine = (time: string, requestId: string | undefined, level: Level, values: unknown[]) =>
  `${time}\t${requestId}\t${level}\t${format(...values)}`

/** One value is in the line unchanged, a string as a string; several are made one text. */
function jsonLine(timestamp: string, requestId: string | undefined, level: Level, values: unknown[]): string {
  const message = values.length > 1 ? format(...values) : values[0]
  const error = values.length > 1 ? values.find((value) => value instanceof Error) : undefined
  return JSON.stringify({ timestamp, level, requestId, message, ...(error && told(error)) }, (_, value) =>
    value instanceof Error ? { ...told(value), ...value } : value,
  )
}

const told = (error: Error) => ({
  errorType: error.constructor.name,
  errorMessage: error.message,
  stackTrace: error.stack?.split('\n'),
})
