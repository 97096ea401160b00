import { RESOURCES, type ResourceType } from './resources.ts'

/** Keys can be made for these already; nothing asks for them yet. */
const TO_COME = ['webhooks', 'events'] as const

type Subject = (typeof RESOURCES)[ResourceType]['scope'] | (typeof TO_COME)[number]

export type Scope = `${Subject}:${'read' | 'write'}`

const SUBJECTS: readonly Subject[] = [...Object.values(RESOURCES).map(({ scope }) => scope), ...TO_COME]

/** Every scope there is. `write` includes `read`. */
export const SCOPES: readonly Scope[] = SUBJECTS.flatMap((resource) => [
  `${resource}:read` as const,
  `${resource}:write` as const,
])

/** True if a key with these scopes may do what asks for `required`. */
export const allows = (held: readonly string[], required: string) =>
  held.includes(required) || held.includes(required.replace(/:read$/, ':write'))
