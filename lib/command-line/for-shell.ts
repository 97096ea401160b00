/** An argument as a shell takes it literally, whatever characters are in it. */
export const forShell = (text: string): string =>
  /^[\w./:=,@-]+$/.test(text) ? text : `'${text.replace(/\p{C}/gu, '�').replaceAll("'", "'\\''")}'`
