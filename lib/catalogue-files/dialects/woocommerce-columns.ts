import { isJsonObject } from '../../domain/body/json-object.ts'
import type { SourceRow } from '../read/source-row.ts'
import { type Columns, findColumns, folded } from './columns.ts'

/**
 * The titles of WooCommerce's export (WC_Product_CSV_Exporter), which are in the language of the shop: in English, then
 * in German, French, Spanish, Italian, Dutch, Polish, Portuguese, Russian and Turkish, as its translations have them.
 */
const TITLES = {
  id: ['ID', 'Kimlik'],
  type: ['Type', 'Typ', 'Tipo', 'Тип', 'Tür'],
  sku: ['Sku', 'Artikelnummer', 'UGS', 'COD', 'REF', 'Артикул', 'Stok kodu (SKU)'],
  name: ['Name', 'Nom', 'Nombre', 'Nome', 'Naam', 'Nazwa', 'Имя', 'İsim'],
  published: [
    'Published',
    'Veröffentlicht',
    'Publié',
    'Publicado',
    'Pubblicato',
    'Gepubliceerd',
    'Opublikowany',
    'Opublikowano',
    'Опубликован',
    'Yayımlanmış',
  ],
  visibility: [
    'Visibility in catalog',
    'Sichtbarkeit im Katalog',
    'Visibilité dans le catalogue',
    'Visibilidad en el catálogo',
    'Visibilità nel catalogo',
    'Zichtbaarheid in catalogus',
    'Widoczność w katalogu',
    'Visibilidade no catálogo',
    'Видимость в каталоге',
    'Katalogda görünürlük',
  ],
  shortText: [
    'Short description',
    'Kurzbeschreibung',
    'Description courte',
    'Descripción corta',
    'Breve descrizione',
    'Korte omschrijving',
    'Korte beschrijving',
    'Krótki opis',
    'Descrição curta',
    'Descrição breve',
    'Краткое описание',
    'Короткое описание',
    'Kısa açıklama',
  ],
  description: [
    'Description',
    'Beschreibung',
    'Descripción',
    'Descrizione',
    'Beschrijving',
    'Opis',
    'Descrição',
    'Описание',
    'Açıklama',
  ],
  inStock: [
    'In stock?',
    'Vorrätig?',
    'En stock ?',
    '¿En inventario?',
    '¿Existencias?',
    'Op voorraad?',
    'W magazynie?',
    'Em estoque?',
    'Em stock?',
    'Наличие',
    'В наличии?',
    'Stokta?',
  ],
  stock: [
    'Stock',
    'Lager',
    'Bestand',
    'Inventario',
    'Magazzino',
    'Voorraad',
    'Magazyn',
    'Stan magazynowy',
    'Estoque',
    'Запасы',
    'Stok',
  ],
  low: [
    'Low stock amount',
    'Geringe Lagermenge',
    'Montant de stock faible',
    'Cantidad de bajo inventario',
    'Quantità in magazzino bassa',
    'Lage voorraad',
    'Niski stan magazynowy',
    'Valor de stock baixo',
    'Valor baixo de inventário',
    'Quantidade baixa de estoque',
    'Величина малых запасов',
    'Düşük stok miktarı',
  ],
  backorders: [
    'Backorders allowed?',
    'Lieferrückstande erlaubt?',
    'Rückstände erlaubt?',
    'Lieferrückstände erlaubt?',
    'Autoriser les commandes de produits en rupture ?',
    '¿Permitir reservas de productos agotados?',
    'Abilita gli ordini arretrati?',
    'Nabestellingen toestaan?',
    'Pozwalać na zamówienia oczekujące (na dostawę do magazynu)?',
    'São permitidas encomendas?',
    'Permitir encomendas pendentes?',
    'Возможен ли предзаказ?',
    'Задержанный заказ возможен?',
    'Yok satmaya izin?',
  ],
  salePrice: [
    'Sale price',
    'Angebotspreis',
    'Tarif promo',
    'Precio rebajado',
    'Prezzo in offerta',
    'Actieprijs',
    'Kortingsprijs',
    'Cena promocyjna',
    'Preço promocional',
    'Акционная цена',
    'Цена распродажи',
    'İndirimli satış fiyatı',
  ],
  price: [
    'Regular price',
    'Regulärer Preis',
    'Tarif régulier',
    'Precio normal',
    'Prezzo di listino',
    'Reguliere prijs',
    'Cena',
    'Preço',
    'Preço normal',
    'Базовая цена',
    'Normal fiyat',
  ],
  categories: [
    'Categories',
    'Kategorien',
    'Catégories',
    'Categorías',
    'Categorie',
    'Categorieën',
    'Kategorie',
    'Categorias',
    'Категории',
    'Kategoriler',
  ],
  tags: ['Tags', 'Schlagwörter', 'Étiquettes', 'Etiquetas', 'Etichette', 'Tag', 'Tagi', 'Метки', 'Etiketler'],
  images: [
    'Images',
    'Bilder',
    'Imágenes',
    'Immagine',
    'Afbeeldingen',
    'Obrazki',
    'Imagens',
    'Изображения',
    'Görseller',
  ],
  parent: [
    'Parent',
    'Übergeordnetes Produkt',
    'Superior',
    'Genitore',
    'Hoofd',
    'Rodzic',
    'Element nadrzędny',
    'Produto ascendente',
    'Pai',
    'Ascendente',
    'Родительский',
    'Ebeveyn',
  ],
  position: ['Position', 'Posición', 'Posizione', 'Positie', 'Pozycja', 'Posição', 'Позиция', 'Konum'],
} as const
export type Name = keyof typeof TITLES

/** The titles of the columns of attributes, with %d for their number. */
const ATTRIBUTE_TITLES = {
  name: [
    'Attribute %d name',
    'Attribut %d Name',
    "Nom de l'attribut %d",
    'Nombre del atributo %d',
    'Attributo %d nome',
    "Nome dell'attributo %d",
    'Naam eigenschap %d',
    'Attribuut %d naam',
    'Nazwa atrybutu %d',
    'Nome do atributo %d',
    'Atributo %d nome',
    'Название атрибута %d',
    'Имя атрибута %d',
    'Nitelik %d ismi',
  ],
  values: [
    'Attribute %d value(s)',
    'Attribut %d Wert(e)',
    "Valeur(s) de l'attribut %d",
    'Valor(es) del atributo %d',
    'Attributo %d valuta(e)',
    "Valore dell'attributo %d",
    'Waarde eigenschap %d',
    'Attribuut %d waarde(n)',
    'Wartości atrybutu %d',
    'Valores do atributo %d',
    'Atributo %d valor(es)',
    'Значения атрибутов %d',
    'Значение(-я) аттрибута(-ов) %d',
    'Nitelik %d değer(ler)i',
  ],
} as const

/** The columns of one attribute. */
export interface AttributeColumns {
  name: string
  values: string
}

/** The columns of an export of WooCommerce. */
export interface WooCommerceColumns {
  columns: Columns<Name>
  attributes: readonly AttributeColumns[]
}

/** The columns of a file with this header and first row; undefined if it is no export of WooCommerce. */
export function columnsOf(header: readonly string[], first: SourceRow): WooCommerceColumns | undefined {
  const titled = findColumns(header, TITLES)
  const shaped = columnsByShape(header, first)
  const columns = new Map([...(shaped?.columns ?? []), ...titled])
  const isIts = (['type', 'name', 'published', 'price'] as const).every((name) => columns.has(name))
  if (!isIts) return undefined
  const attributes = attributesByTitle(header)
  return { columns, attributes: attributes.length > 0 ? attributes : (shaped?.attributes ?? []) }
}

/** `Attribute 1 name` and `Attribute 1 value(s)`, as many as there are. */
function attributesByTitle(header: readonly string[]): AttributeColumns[] {
  const find = (titles: readonly string[]) => {
    const found = new Map<string, string>()
    for (const column of header) {
      const [number = ''] = /\d+/.exec(column) ?? []
      const title = folded(column.replace(number, '%d'))
      if (number !== '' && titles.some((one) => folded(one) === title)) found.set(number, column)
    }
    return found
  }
  const values = find(ATTRIBUTE_TITLES.values)
  return [...find(ATTRIBUTE_TITLES.name)].flatMap(([number, name]) => {
    const of = values.get(number)
    return of === undefined ? [] : [{ name, values: of }]
  })
}

/** The columns from that of the visibility on, which is at 0: their places are the same in every language. */
const PLACES: Partial<Record<Name, number>> = {
  published: -2,
  name: -3,
  visibility: 0,
  shortText: 1,
  description: 2,
  inStock: 7,
  stock: 8,
  low: 9,
  backorders: 10,
  salePrice: 18,
  price: 19,
  categories: 20,
  tags: 21,
  images: 23,
  parent: 26,
  position: 32,
}

/** Words that are the same in every language. */
const TYPES = ['simple', 'variable', 'variation', 'grouped', 'external']
const VISIBILITIES = ['visible', 'catalog', 'search', 'hidden']

/**
 * The columns of a complete export in a language whose titles nobody here knows: the first are id, type and SKU, and the
 * visibility has a word that is not translated. Newer versions have a GTIN before the name.
 */
function columnsByShape(header: readonly string[], { values }: SourceRow): WooCommerceColumns | undefined {
  const cellAt = (place: number) => {
    const cell = isJsonObject(values) ? values[header[place] ?? ''] : undefined
    return typeof cell === 'string' ? cell.trim().toLowerCase() : ''
  }
  const isIts =
    /^\d+$/.test(cellAt(0)) &&
    cellAt(1)
      .split(/,\s*/)
      .some((type) => TYPES.includes(type))
  const visibility = [6, 7].find((place) => VISIBILITIES.includes(cellAt(place)))
  if (!isIts || visibility === undefined || header.length <= visibility + 32) return undefined
  const placed = Object.entries({ id: -visibility, type: 1 - visibility, sku: 2 - visibility, ...PLACES })
  const columns = new Map(placed.map(([name, place]) => [name as Name, header[visibility + place] ?? '']))
  return { columns, attributes: attributesByShape(header.slice(visibility + 33)) }
}

/** An attribute has four columns with its number, one after the other: name, values, visible, global; some have a default. */
function attributesByShape(rest: readonly string[]): AttributeColumns[] {
  const attributes: AttributeColumns[] = []
  const numberIn = (column: string | undefined) => /^[^:]*?(\d+)[^:\d]*$/.exec(column ?? '')?.[1]
  for (let start = 0; start < rest.length; ) {
    const number = numberIn(rest[start])
    let end = start + 1
    while (number !== undefined && numberIn(rest[end]) === number) end++
    // The first download of a product has the number of the first attribute, and three columns before it.
    const begin = end - start >= 7 ? start + 3 : start
    const [name, of] = [rest[begin], rest[begin + 1]]
    if (number !== undefined && end - begin >= 4 && name !== undefined && of !== undefined)
      attributes.push({ name, values: of })
    start = end
  }
  return attributes
}
