import { type Breakage, edited, failing, rewritten } from './faults.ts'

const PIXEL = 'a picture of one pixel is drawn, read at its address, and deleted'

const UPLOAD = /^POST \/admin\/media$/

/** Faults of pictures. */
export const PICTURE_BREAKAGES: Record<string, Breakage> = {
  'pictures cannot be drawn': { fault: failing('POST', /^\/admin\/media$/), found: [PIXEL] },
  'pictures have another size': { fault: edited(UPLOAD, { width: 2 }), found: [PIXEL] },
  'the address of a picture leads nowhere': {
    fault: rewritten(/^\/admin\/media$/, (text) => text.replaceAll('/2000.webp', '/1999.webp')),
    found: [PIXEL],
  },
  'a picture is a JPEG': {
    fault: rewritten(/^\/admin\/media$/, (text) => text.replaceAll('/2000.webp', '/1280.jpg')),
    found: [PIXEL],
  },
  'pictures are not deleted': { fault: failing('DELETE', /^\/admin\/media\//), found: [PIXEL] },
}
