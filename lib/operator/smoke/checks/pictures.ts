import { createClient } from '../client.ts'
import { asKey, type Group } from '../context.ts'
import {
  expectHeader,
  expectProblem,
  expectSame,
  expectStatus,
  expectThat,
  jsonOf,
  textIn,
} from '../expect.ts'
import { PICTURES, uploadPixel } from '../made.ts'

/** The headers of every picture, from the bucket and from the edge. */
const HEADERS = {
  'Content-Type': 'image/webp',
  'Cache-Control': 'public, max-age=31536000, s-maxage=86400, immutable',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'",
  'Access-Control-Allow-Origin': '*',
}

/** It is read at the edge, which has another address than the API. */
async function expectReadable(address: string): Promise<void> {
  expectThat(URL.canParse(address), 'the address of a picture', address)
  const { origin, pathname } = new URL(address)
  const response = await createClient(new URL(origin)).send(pathname)
  expectStatus(response, 200)
  for (const [name, value] of Object.entries(HEADERS)) expectHeader(response, name, value)
  // RFC 9649, 2.4
  const isWebp =
    response.body.toString('latin1', 0, 4) === 'RIFF' && response.body.toString('latin1', 8, 12) === 'WEBP'
  expectThat(isWebp, 'a WebP file', response.body.toString('latin1', 0, 12))
}

/** Pictures are drawn by a library in WebAssembly, which no other check runs. */
export const pictures: Group = {
  name: 'Pictures',
  checks: [
    {
      name: 'a picture of one pixel is drawn, read at its address, and deleted',
      needs: ['media:write', 'the setting media'],
      async run(context) {
        const { client } = context
        const uploaded = await uploadPixel(context)
        expectStatus(uploaded, 201)
        const picture = jsonOf(uploaded)
        const id = textIn(picture, 'id')
        context.made.picture = { id }
        expectSame('width and height', [picture.width, picture.height], [1, 1])
        await expectReadable(textIn(picture, 'url'))
        const path = `${PICTURES}/${id}`
        const headers = asKey(context)
        expectStatus(await client.send(path, { method: 'DELETE', headers }), 204)
        expectProblem(await client.send(path, { method: 'DELETE', headers }), 404, 'medium_not_found')
        context.made.picture = { isGone: true }
      },
    },
  ],
}
