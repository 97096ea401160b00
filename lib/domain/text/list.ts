import * as v from 'valibot'

/**
 * An array of at most `most` elements. Those of a longer one are not looked at: each would be a fault of its own, and a body of
 * 1 MB has room for 300,000, more than the memory of a function. `message` says the limit.
 */
export function listOf<S extends v.GenericSchema>(item: S, most: number, message: string) {
  const all = v.array(item)
  const short = v.pipe(v.array(v.unknown(), 'must be an array'), v.maxLength(most, message))
  const run: (typeof all)['~run'] = (dataset, config) => {
    const { issues } = short['~run']({ value: dataset.value }, config)
    return issues ? { typed: false, value: dataset.value, issues } : all['~run'](dataset, config)
  }
  // The second part is for the description: it never finds anything.
  return v.pipe({ ...all, most, '~run': run }, v.maxLength(most, message))
}
