/** An argument as a shell takes it literally, whatever characters are in it: zsh looks for a program of the name behind a `=`. */
export const forShell = (text: string): string =>
  /^(?!=)[\w./:=,@-]+$/.test(text) ? text : `'${text.replace(/\p{C}/gu, '�').replaceAll("'", "'\\''")}'`
