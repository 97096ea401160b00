import { PICTURE_TYPES } from '../../../domain/media.ts'
import { ref } from '../json-schema.ts'
import type { OperationSpec } from '../operation.ts'
import { pathParameter, QUERIES } from '../parameters.ts'
import { listExample } from '../schemas/list.ts'
import { A_MEDIUM, A_SOURCE } from '../schemas/media.ts'

const medium = (description: string) => ({ description, schema: ref('Medium'), example: A_MEDIUM }) as const

const ONLY_WITH = 'Only in a deployment with the setting `media`; elsewhere this path is not found.'

/** The operations on pictures, by the function that handles them. */
export const MEDIA = {
  'admin/media/list': {
    operationId: 'listMedia',
    summary: 'List pictures',
    description: `Returns a page of the pictures of the business, in the order of their ids. ${ONLY_WITH}`,
    tag: 'Media',
    parameters: QUERIES.page,
    answers: {
      200: {
        description: 'A page of pictures.',
        schema: ref('MediumList'),
        example: listExample(A_MEDIUM),
        headers: ['Link'],
      },
    },
  },
  'admin/media/create': {
    operationId: 'createMedium',
    summary: 'Upload a picture',
    description: `Resizes a picture to four widths, and returns their addresses. The body is the file itself, at most 4,400 KB, or JSON with \`source_url\`. The picture is turned upright and loses its metadata; an animation becomes its first frame. It can have 50 million pixels (AVIF: 16 million; 16 bits per channel: 25 million) and sides of up to 20,000. The same file again returns 200 with the same addresses. From then on anyone can read the picture at its addresses, wherever it is shown. ${ONLY_WITH}`,
    tag: 'Media',
    body: {
      schema: 'MediumSource',
      example: A_SOURCE,
      files: PICTURE_TYPES,
      description: 'The picture file with its own `Content-Type`, or its address.',
    },
    answers: {
      200: medium('The picture, which was uploaded before.'),
      201: { ...medium('The picture.'), headers: ['Location'] },
    },
    problems: [
      'type_differs',
      'not_supported',
      'too_many_pixels',
      'unreadable',
      'unreachable',
      'limit_reached',
    ],
  },
  'admin/media/delete': {
    operationId: 'deleteMedium',
    summary: 'Delete a picture',
    description: `Deletes a picture, even if products still show it: they keep its address. Caches show it for up to 24 hours. ${ONLY_WITH}`,
    tag: 'Media',
    parameters: [pathParameter('id', 'The id of the picture.')],
    answers: { 204: { description: 'The picture is deleted.' } },
    problems: ['medium_not_found'],
  },
} as const satisfies Record<string, OperationSpec>
