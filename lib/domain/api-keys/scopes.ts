import { RESOURCES, type ResourceType } from '../resources.ts'

/** The feed has a scope of its own, and no items that a client creates. */
const WITHOUT_RESOURCE = ['events'] as const

type Subject = (typeof RESOURCES)[ResourceType]['scope'] | (typeof WITHOUT_RESOURCE)[number]

export type Scope = `${Subject}:${'read' | 'write'}`

/** Imports are of products. */
const SUBJECTS: readonly Subject[] = [
  ...new Set([...Object.values(RESOURCES).map(({ scope }) => scope), ...WITHOUT_RESOURCE]),
]

/** Every scope there is. `write` includes `read`. */
export const SCOPES: readonly Scope[] = SUBJECTS.flatMap((resource) => [
  `${resource}:read` as const,
  `${resource}:write` as const,
])

/** True if a key with these scopes may do what needs `required`. */
export const allows = (held: readonly string[], required: string) =>
  held.includes(required) || held.includes(required.replace(/:read$/, ':write'))
