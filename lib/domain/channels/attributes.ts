import { foldName } from '../text/name-order.ts'

/** Attributes of a variant that channels have columns for. */
export interface Attributes {
  color?: string
  size?: string
  material?: string
  pattern?: string
}

/** The longest value, in Unicode code points, that Google takes: https://support.google.com/merchants/answer/7052112. */
export const LONGEST: Readonly<Record<keyof Attributes, number>> = {
  color: 100,
  size: 100,
  material: 200,
  pattern: 100,
}

/** True for a value that channels would refuse, and with it perhaps the whole row. */
export const isTooLong = (attribute: keyof Attributes, value: string): boolean =>
  [...value].length > LONGEST[attribute]

/** Names of options in English, German, French, Spanish, Italian, Dutch, Polish and Portuguese, as `foldName` has them. */
const OPTIONS: Readonly<Record<keyof Attributes, string>> = {
  color: 'color colour farbe couleur colore kleur kolor cor',
  size: 'size grosse taille talla tamano taglia maat rozmiar tamanho',
  material: 'material matiere materiau materiale materiaal materiał',
  pattern: 'pattern muster motif estampado fantasia patroon wzor padrao',
}

const ATTRIBUTES = /* @__PURE__ */ new Map(
  Object.entries(OPTIONS).flatMap(([attribute, names]) =>
    names.split(' ').map((name) => [name, attribute as keyof Attributes] as const),
  ),
)

/** The attribute that an option is, by its name; undefined if there is no column for it. */
export const attributeOf = (option: string): keyof Attributes | undefined =>
  ATTRIBUTES.get(foldName(option).replaceAll('ß', 'ss'))
