/** Something that an update of the stack would do to a resource. Each text is a clause without a full stop. */
export interface Finding {
  logicalId: string
  type: string
  /** A warning does not refuse the update. */
  isWarning: boolean
  what: string
  why: string
  todo: string
  /** Whether a person can want this: then `--accept` with the logical id lets it through. */
  isAcceptable: boolean
}

/** A finding without the resource that it is about. */
export type Fault = Pick<Finding, 'what' | 'why' | 'todo'> & { isAcceptable?: boolean; isWarning?: boolean }
