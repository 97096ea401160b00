/** A value that is not what its place needs: a parameter of a request, a field of an imported row. `must be …`. */
export class Unreadable extends Error {}
