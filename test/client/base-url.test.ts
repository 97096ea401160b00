import { expect, test } from 'vitest'
import { readBaseUrl } from '../../clients/typescript/src/command/base-url.ts'

test.each([
  ['https://api.example', 'https://api.example/api/v1'],
  ['https://api.example/', 'https://api.example/api/v1'],
  ['https://api.example/shop/api/v1/', 'https://api.example/shop/api/v1'],
  ['http://localhost:3000', 'http://localhost:3000/api/v1'],
  ['http://127.0.0.1:3000', 'http://127.0.0.1:3000/api/v1'],
  ['http://[::1]:3000', 'http://[::1]:3000/api/v1'],
])('%s is %s', (text, url) => {
  expect(readBaseUrl(text)).toBe(url)
})

test.each([
  ['http://api.example', 'http://api.example: the URL must begin with https://'],
  ['http://localhost.example', 'http://localhost.example: the URL must begin with https://'],
  ['http://127.0.0.1.example', 'http://127.0.0.1.example: the URL must begin with https://'],
  ['ftp://localhost', 'ftp://localhost: the URL must begin with https://'],
  ['https://me@api.example', 'the URL must not have a user name, a query or a fragment'],
  ['https://api.example?a=b', 'the URL must not have a user name, a query or a fragment'],
  ['https://api.example#a', 'the URL must not have a user name, a query or a fragment'],
  ['shop', 'shop: this is not a URL such as https://api.example.com/api/v1'],
])('a key is not sent to %s', (text, message) => {
  expect(() => readBaseUrl(text)).toThrow(message)
})
