interface Choosing<Value extends string> {
  title: string
  value: Value
  options: readonly (readonly [value: Value, words: string, isOff?: boolean])[]
  onChoose: (value: Value) => void
}

/** A field with a few values, of which one is chosen. */
export const Choose = <Value extends string>({ title, value, options, onChoose }: Choosing<Value>) => (
  <label>
    {title}
    <select
      value={value}
      onChange={({ currentTarget }) => {
        const chosen = options[currentTarget.selectedIndex]
        if (chosen) onChoose(chosen[0])
      }}
    >
      {options.map(([one, words, isOff]) => (
        <option key={one} value={one} disabled={isOff ?? false}>
          {words}
        </option>
      ))}
    </select>
  </label>
)
