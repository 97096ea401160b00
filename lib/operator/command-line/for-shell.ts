/**
 * An argument as a shell takes it literally, whatever characters are in it: zsh looks for a program of the name behind a `=`. A
 * character that a terminal could obey, or that nobody sees, is written as its bytes, which bash, zsh and ksh read again.
 */
export function forShell(text: string): string {
  if (/^(?!=)[\w./:=,@-]+$/.test(text)) return text
  if (!/\p{C}/u.test(text)) return `'${text.replaceAll("'", "'\\''")}'`
  return `$'${text.replace(/[\\']/g, '\\$&').replace(/\p{C}/gu, inBytes)}'`
}

const inBytes = (character: string): string =>
  [...Buffer.from(character)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')
