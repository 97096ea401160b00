import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../lib/local/free-port.ts'
import { type Client, createClient } from '../../lib/operator/smoke/client.ts'
import { edgeIn } from '../support/edge-template.ts'
import type { Template } from '../support/template.ts'

/** The headers of the cache key, those that the origin gets in addition, and the methods. */
interface EdgeKey {
  key: readonly string[]
  also: readonly string[]
  methods: readonly string[]
}

/** Reads the key from the template. Throws for one that the configurations below do not express. */
export function keyIn(template: Template): EdgeKey {
  const { cache, origin, distribution } = edgeIn(template)
  const { HeadersConfig, ...others } = cache.ParametersInCacheKeyAndForwardedToOrigin
  const values = Object.values(others).map((value) => Object.values(value)[0] ?? value)
  if (values.sort().join() !== 'all,none,true,true')
    throw new Error(`this proof does not know such a cache key: ${JSON.stringify(others)}`)
  const { AllowedMethods: methods } = distribution.DefaultCacheBehavior
  return { key: HeadersConfig.Headers ?? [], also: origin.HeadersConfig.Headers ?? [], methods }
}

interface Place {
  folder: string
  port: number
  originPort: number
}

const variable = (header: string) => `$http_${header.toLowerCase().replaceAll('-', '_')}`

/** It sends the headers to the origin that it names, and no other. Like CloudFront it ignores Vary. */
const nginx = ({ key, also, methods }: EdgeKey, { folder, port, originPort }: Place) => `
daemon off; master_process off; pid ${folder}/pid; error_log stderr crit;
events { worker_connections 512; }
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  proxy_cache_path ${folder}/cache keys_zone=edge:10m;
  map $http_accept_encoding $coding { default ""; "~br.*gzip|gzip.*br" "br,gzip"; "~br" "br"; "~gzip" "gzip"; }
  server {
    listen 127.0.0.1:${port};
    location / {
      limit_except ${methods.join(' ')} { deny all; }
      proxy_pass http://127.0.0.1:${originPort};
      proxy_http_version 1.1;
      proxy_pass_request_headers off;
      proxy_set_header Connection "";
      proxy_set_header Accept-Encoding $coding;
      ${[...key, ...also].map((name) => `proxy_set_header ${name} ${variable(name)};`).join('\n      ')}
      proxy_cache edge;
      proxy_cache_key "$request_uri ${key.map(variable).join(' ')} $coding";
      proxy_ignore_headers Vary;
      proxy_no_cache $http_if_none_match;
      add_header X-Cache $upstream_cache_status always;
    }
  }
}`

const varnish = ({ key, methods }: EdgeKey, { originPort }: Place) => `
vcl 4.1;
backend default { .host = "127.0.0.1"; .port = "${originPort}"; }
sub vcl_recv {
  if (req.method !~ "^(${methods.join('|')})$") { return (synth(403)); }
  unset req.http.Authorization;
  unset req.http.Cookie;
  if (req.http.Accept-Encoding ~ "br.*gzip|gzip.*br") { set req.http.Accept-Encoding = "br,gzip"; }
  elsif (req.http.Accept-Encoding ~ "br") { set req.http.Accept-Encoding = "br"; }
  elsif (req.http.Accept-Encoding ~ "gzip") { set req.http.Accept-Encoding = "gzip"; }
  else { unset req.http.Accept-Encoding; }
}
sub vcl_hash {
  hash_data(req.url);
  ${[...key, 'Accept-Encoding'].map((name) => `hash_data("${name}" + req.http.${name});`).join('\n  ')}
  return (lookup);
}
sub vcl_backend_response {
  if (beresp.http.Vary) { set beresp.http.X-Vary = beresp.http.Vary; unset beresp.http.Vary; }
}
sub vcl_deliver {
  if (resp.http.X-Vary) { set resp.http.Vary = resp.http.X-Vary; }
  if (obj.hits > 0) { set resp.http.X-Cache = "HIT"; }
}`

/** The programs, with their packages in Debian. */
export const PROGRAMS = [
  {
    name: 'nginx',
    command: 'nginx',
    debian: 'nginx-light',
    configuration: nginx,
    argv: (file: string) => ['-c', file],
  },
  {
    name: 'Varnish',
    command: 'varnishd',
    debian: 'varnish',
    configuration: varnish,
    argv: (file: string, { folder, port }: Place) =>
      `-j none -F -t 0 -p http_gzip_support=off -s malloc,64m -n ${folder}/state -a 127.0.0.1:${port} -f ${file}`.split(
        ' ',
      ),
  },
]

type Program = (typeof PROGRAMS)[number]

/** True if the command is on this machine. */
export const isInstalled = ({ command }: Program) => spawnSync(command, ['-V']).error === undefined

/** A server that caches in front of an origin. */
export interface CacheServer {
  name: string
  client: Client
  stop(): Promise<void>
}

/** Starts a server with the key in front of an origin. It ends with this process. */
export async function startCache(
  { name, command, configuration, argv }: Program,
  key: EdgeKey,
  place: Omit<Place, 'port'>,
): Promise<CacheServer> {
  const own = { ...place, folder: join(place.folder, command), port: await freePort() }
  const file = join(own.folder, 'configuration')
  mkdirSync(own.folder)
  writeFileSync(file, configuration(key, own))
  const given = argv(file, own)
  const child = spawn(command, given, { stdio: 'ignore' })
  const kill = () => void child.kill()
  process.once('exit', kill)
  while (!(await listens(own.port))) {
    if (child.exitCode !== null)
      throw new Error(`${command} does not start: ${[command, ...given].join(' ')}`)
    await wait(50)
  }
  return {
    name,
    client: createClient(new URL(`http://127.0.0.1:${own.port}`)),
    async stop() {
      process.off('exit', kill)
      kill()
      await once(child, 'exit')
    },
  }
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const isThere = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return isThere
}
