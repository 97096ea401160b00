/** Something that an update of the stack would do to a resource. Each text is a clause without a full stop. */
export interface Finding {
  logicalId: string
  type: string
  /** A warning does not refuse the update. */
  isWarning: boolean
  what: string
  why: string
  todo: string
  /** True if it can be intended: then `--accept` with the logical id allows it. */
  isAcceptable: boolean
}

/** A finding without the resource that it is about. */
export type Fault = Pick<Finding, 'what' | 'why' | 'todo'> & { isAcceptable?: boolean; isWarning?: boolean }
