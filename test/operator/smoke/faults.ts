import { drop, type Fault, gatewayReply, type Reply, replace } from './breaking-proxy.ts'

/** A fault of a deployment, and the checks that must find it. */
export interface Breakage {
  fault: Fault
  found: readonly string[]
}

export const without = (name: string): Fault => ({ response: ({ headers }) => drop(headers, name) })
export const withoutSent = (name: string): Fault => ({ request: ({ headers }) => drop(headers, name) })
export const header = (
  name: string,
  value: string,
  where: (path: string) => boolean = () => true,
): Fault => ({
  response({ headers }, { path }) {
    if (!where(path)) return
    drop(headers, name)
    headers.push([name, value])
  },
})
export const renamed = (name: string): Fault => ({
  response: ({ headers }) => replace(headers, name, (value) => [`x-amzn-remapped-${name}`, value]),
})
export const sentPath = (change: (path: string) => string): Fault => ({
  request: (sent) => {
    sent.path = change(sent.path)
  },
})
export const failing = (ofMethod: string, ofPath: RegExp): Fault => ({
  instead: ({ method, path }) =>
    method === ofMethod && ofPath.test(path) ? gatewayReply(500, 'Internal Server Error') : undefined,
})
/** Changes the text of the responses to these paths. */
export const rewritten = (where: RegExp, change: (text: string) => string): Fault => ({
  response(reply, { path }) {
    if (!where.test(path)) return
    reply.body = Buffer.from(change(reply.body.toString()))
    drop(reply.headers, 'content-length')
  },
})
/** Gives the JSON of the responses to these requests, such as `GET /health`, other members. */
export const edited = (where: RegExp, members: object): Fault => ({
  response(reply, { method, path }) {
    if (!where.test(`${method} ${path}`) || reply.body.length === 0) return
    reply.body = Buffer.from(JSON.stringify({ ...JSON.parse(reply.body.toString()), ...members }))
    drop(reply.headers, 'content-length')
  },
})
/** Changes responses with a status. */
export const ofStatus = (status: number, change: (reply: Reply) => void): Fault => ({
  response(reply) {
    if (reply.status === status) change(reply)
  },
})
/** All of these faults. */
export const together = (...faults: readonly Fault[]): Fault => ({
  request: (sent) => faults.forEach(({ request }) => void request?.(sent)),
  response: (reply, sent) => faults.forEach(({ response }) => void response?.(reply, sent)),
})
export const isAdmin = (path: string) => path.startsWith('/admin')
export const json = (status: number, value: unknown): Reply => ({
  status,
  headers: [['content-type', 'application/json']],
  body: Buffer.from(JSON.stringify(value)),
})
