import type { Context, Group } from '../context.ts'
import { decompressed, expectHeader, expectStatus, expectThat } from '../expect.ts'

const ask = ({ client }: Context, accept: string) =>
  client.send('/openapi.json', { headers: { 'accept-encoding': accept } })

/** The response to this Accept-Encoding must be in this coding, and be the same text as without one. */
async function expectCoding(context: Context, accept: string, coding: 'gzip' | 'br'): Promise<void> {
  const plain = await context.client.send('/openapi.json')
  const response = await ask(context, accept)
  expectStatus(response, 200)
  expectHeader(response, 'Content-Encoding', coding)
  expectHeader(response, 'ETag', new RegExp(`-${coding}"$`))
  const text = decompressed(response, coding)
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
  ],
}
