import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Context, Group } from '../context.ts'
import { expectHeader, expectNoHeader, expectSame, expectStatus, expectThat, jsonOf } from '../expect.ts'
import { Unexpected } from '../failures.ts'

const DECOMPRESS = { gzip: gunzipSync, br: brotliDecompressSync }

const ask = ({ client }: Context, accept: string) =>
  client.send('/openapi.json', { headers: { 'accept-encoding': accept } })

/** The response to this Accept-Encoding must be in this coding, and be the same text as without one. */
async function expectCoding(context: Context, accept: string, coding: 'gzip' | 'br'): Promise<void> {
  const plain = await context.client.send('/openapi.json')
  const response = await ask(context, accept)
  expectStatus(response, 200)
  expectHeader(response, 'Content-Encoding', coding)
  expectHeader(response, 'ETag', new RegExp(`-${coding}"$`))
  let text: Buffer
  try {
    text = DECOMPRESS[coding](response.body)
  } catch (error) {
    throw new Unexpected(`a body that ${coding} can decompress`, String(error))
  }
  expectThat(text.equals(plain.body), 'the same text as without compression', `${text.length} bytes`)
}

export const compression: Group = {
  name: 'Compression',
  checks: [
    {
      name: 'a client that accepts gzip receives gzip',
      needs: [],
      run: (context) => expectCoding(context, 'gzip', 'gzip'),
    },
    {
      name: 'a client that accepts brotli receives brotli',
      needs: [],
      run: (context) => expectCoding(context, 'br', 'br'),
    },
    {
      name: 'the weights of Accept-Encoding decide',
      needs: [],
      async run(context) {
        await expectCoding(context, 'br;q=0.5, gzip;q=0.9', 'gzip')
        await expectCoding(context, 'br;q=0.9, gzip;q=0.5', 'br')
      },
    },
    {
      name: 'a client that accepts neither receives plain JSON',
      needs: [],
      async run(context) {
        for (const accept of ['identity', 'gzip;q=0, br;q=0']) {
          const response = await ask(context, accept)
          expectStatus(response, 200)
          expectNoHeader(response, 'Content-Encoding')
          expectHeader(response, 'Content-Type', 'application/json; charset=utf-8')
        }
      },
    },
    {
      name: 'a short response is not compressed',
      needs: [],
      async run({ client }) {
        const response = await client.send('/health', { headers: { 'accept-encoding': 'gzip, br' } })
        expectSame('the body', jsonOf(response), { status: 'ok' })
        expectNoHeader(response, 'Content-Encoding')
      },
    },
  ],
}
