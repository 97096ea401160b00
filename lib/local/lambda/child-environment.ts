/**
 * The environment of the programs started here: what they need to be found and to run, and nothing else of the
 * developer's own (no AWS credentials, no NODE_OPTIONS).
 */
export function childEnvironment(): { [name: string]: string } {
  const names = ['PATH', 'HOME', 'JAVA_HOME', 'TMPDIR', 'SYSTEMROOT']
  return Object.fromEntries(
    names.flatMap((name): [string, string][] => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
