const RESOURCES = ['products', 'categories', 'business', 'api_keys', 'webhooks', 'events'] as const
type Resource = (typeof RESOURCES)[number]

type Scope = `${Resource}:${'read' | 'write'}`

/** Every scope there is. `write` includes `read`. */
export const SCOPES: readonly Scope[] = RESOURCES.flatMap((resource) => [
  `${resource}:read` as const,
  `${resource}:write` as const,
])

/** True if a key with these scopes may do what asks for `required`. */
export const allows = (held: readonly string[], required: string) =>
  held.includes(required) || held.includes(required.replace(/:read$/, ':write'))
