/** Work that goes on whatever screen is open, of code that is loaded with its screen. */
interface LaterWork {
  /** Forgets what belongs to a business: another one is opened. */
  forget: () => void
  /** Goes on under the key that is open now. */
  resume: () => Promise<void>
}

/** The work of the code that is loaded by now, which adds itself. */
export const laterWork = new Set<LaterWork>()
