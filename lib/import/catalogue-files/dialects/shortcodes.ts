import type { Note } from '../note.ts'

/**
 * WordPress's own shortcodes (https://codex.wordpress.org/Shortcode) and those of WPBakery, Divi and Avada: they show
 * something other than text, or format it. Others are read as any text in brackets.
 */
const SHORTCODE =
  /(?<!\[)\[(\/?)(?:gallery|caption|embed|audio|video|playlist|(?:vc|et_pb|fusion)_\w+)(?:[\s/][^[\]]*)?\]/gi

/** A text without shortcodes, with what is between an opening and a closing one. */
export const withoutShortcodes = (text: string, notes: Note[]): string =>
  text.replace(SHORTCODE, (shortcode: string, slash: string) => {
    if (slash === '') notes.push({ loss: 'shortcode', detail: `in the description: ${shortcode}` })
    return ''
  })
