const BAR = 30

/** `12 of 40 products (30 %)`, with a bar on a terminal. */
export function progressOf(done: number, total: number, things: string): string {
  const share = done / total
  const filled = Math.round(BAR * share)
  const bar = process.stderr.isTTY ? `${'█'.repeat(filled)}${'░'.repeat(BAR - filled)} ` : ''
  return `${bar}${done} of ${total} ${things} (${Math.floor(share * 100)} %)`
}
