import { WIDTHS } from '../../../domain/media.ts'
import { closed, ref } from '../json-schema.ts'
import type { JsonSchema } from '../openapi.ts'
import { listOf } from './list.ts'
import { input, TIME } from './members.ts'

const ADDRESS: JsonSchema = { type: 'string', format: 'uri' }
const pixels = (description: string): JsonSchema => ({ type: 'integer', minimum: 1, description })

export const MEDIA_SCHEMAS: Record<string, JsonSchema> = {
  Medium: closed({
    id: {
      type: 'string',
      pattern: '^[0-9a-f]{64}$',
      description: 'The id. The same file always has the same id.',
    },
    url: {
      ...ADDRESS,
      description:
        'The address of the largest width, for the `url` of an image. It never shows another picture.',
    },
    widths: ref('MediumWidths'),
    width: pixels('The width of the picture at `url`.'),
    height: pixels('The height of the picture at `url`.'),
    bytes: { type: 'integer', minimum: 1, description: 'The size of the file as it was sent.' },
    created_at: TIME,
  }),
  MediumWidths: {
    ...closed(Object.fromEntries(WIDTHS.toReversed().map((width) => [String(width), ADDRESS]))),
    description:
      'The address of each width, in pixels. A width larger than the picture leads to the picture in its own width.',
  },
  MediumList: listOf(ref('Medium')),
  MediumSource: {
    ...input(
      {
        source_url: {
          type: 'string',
          minLength: 1,
          maxLength: 2_048,
          description:
            'A public https address of the picture. Up to 3 redirects are followed, and the file can have 20 MB.',
        },
      },
      ['source_url'],
    ),
    description: 'The address of a picture.',
  },
}

export const A_SOURCE = { source_url: 'https://old-shop.example/pictures/pepper-mill.jpg' }

const BASE =
  'https://d111111abcdef8.cloudfront.net/media/7b1c2f7e-3c1e-4b0e-9a51-0c9f6ae3a001/5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef'

export const A_MEDIUM = {
  id: '5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef',
  url: `${BASE}/2000.webp`,
  widths: {
    '320': `${BASE}/320.webp`,
    '640': `${BASE}/640.webp`,
    '1280': `${BASE}/1280.webp`,
    '2000': `${BASE}/2000.webp`,
  },
  width: 2000,
  height: 1500,
  bytes: 2_104_377,
  created_at: '2026-11-20T10:12:05.377Z',
}
