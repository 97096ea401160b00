import { type Breakage, failing, rewritten, sentPath } from './faults.ts'

const ARRIVES = 'a file for an import arrives byte for byte'
export const CARRIED_OUT = 'the import is carried out in the background, and its dry run changes nothing'

/** Faults of imports, in requests and in responses. */
export const IMPORT_BREAKAGES: Record<string, Breakage> = {
  'files lose bytes on their way': {
    fault: rewritten(/^\/admin\/imports\?dry_run/, (text) => text.replace(/"sha256":"./, '"sha256":"')),
    found: [ARRIVES],
  },
  'the parameters of an import are dropped': {
    fault: sentPath((path) => path.replace(/^\/admin\/imports\?.*/, '/admin/imports')),
    found: [ARRIVES, CARRIED_OUT],
  },
  'imports fail': {
    fault: rewritten(/^\/admin\/imports\/[^/]+$/, (text) => text.replace('"succeeded"', '"failed"')),
    found: [CARRIED_OUT],
  },
  'imports count nothing': {
    fault: rewritten(/^\/admin\/imports\/[^/]+$/, (text) => text.replace('"updated":1', '"updated":0')),
    found: [CARRIED_OUT],
  },
  'imports cannot be read': {
    fault: failing('GET', /^\/admin\/imports\/[^/]+$/),
    found: [CARRIED_OUT],
  },
}
