import { expect, test } from 'vitest'
import { findColumns } from '../../../lib/import/catalogue-files/dialects/columns.ts'
import { TITLES } from '../../../lib/import/catalogue-files/dialects/woocommerce-titles.ts'
import { plannedRows } from './planned-rows.ts'

const cellsOf = (line: string) => line.split('|')

/** The titles of an export, as the translations of WooCommerce have them. */
const LANGUAGES = {
  de: 'ID|Typ|Artikelnummer|Name|Veröffentlicht|Sichtbarkeit im Katalog|Beschreibung|Vorrätig?|Bestand|Lieferrückstände erlaubt?|Angebotspreis|Regulärer Preis|Kategorien|Schlagwörter|Bilder|Übergeordnetes Produkt|Position|Attribut 1 Name|Attribut 1 Wert(e)',
  fr: "ID|Type|UGS|Nom|Publié|Visibilité dans le catalogue|Description|En stock ?|Stock|Autoriser les commandes de produits en rupture ?|Tarif promo|Tarif régulier|Catégories|Étiquettes|Images|Parent|Position|Nom de l'attribut 1|Valeur(s) de l'attribut 1 ",
  es: 'ID|Tipo|SKU|Nombre|Publicado|Visibilidad en el catálogo|Descripción|¿Existencias?|Inventario|¿Permitir reservas de productos agotados?|Precio rebajado|Precio normal|Categorías|Etiquetas|Imágenes|Superior|Posición|Nombre del atributo 1|Valor(es) del atributo 1',
  it: "ID|Tipo|SKU|Nome|Pubblicato|Visibilità nel catalogo|Descrizione|In stock?|Magazzino|Abilita gli ordini arretrati?|Prezzo in offerta|Prezzo di listino|Categorie|Tag|Immagine|Genitore|Posizione|Nome dell'attributo 1|Valore dell'attributo 1",
  nl: 'ID|Type|SKU|Naam|Gepubliceerd|Zichtbaarheid in catalogus|Beschrijving|Op voorraad?|Voorraad|Nabestellingen toestaan?|Kortingsprijs|Reguliere prijs|Categorieën|Tags|Afbeeldingen|Hoofd|Positie|Attribuut 1 naam|Attribuut 1 waarde(n)',
  pl: 'ID|Typ|SKU|Nazwa|Opublikowano|Widoczność w katalogu|Opis|W magazynie?|Stan magazynowy|Pozwalać na zamówienia oczekujące (na dostawę do magazynu)?|Cena promocyjna|Cena|Kategorie|Tagi|Obrazki|Element nadrzędny|Pozycja|Nazwa atrybutu 1|Wartości atrybutu 1',
  pt: 'ID|Tipo|SKU|Nome|Publicado|Visibilidade no catálogo|Descrição|Em stock?|Stock|Permitir encomendas pendentes?|Preço promocional|Preço normal|Categorias|Etiquetas|Imagens|Ascendente|Posição|Atributo 1 nome|Atributo 1 valor(es)',
  ru: 'ID|Тип|Артикул|Имя|Опубликован|Видимость в каталоге|Описание|В наличии?|Запасы|Задержанный заказ возможен?|Цена распродажи|Базовая цена|Категории|Метки|Изображения|Родительский|Позиция|Имя атрибута 1|Значение(-я) аттрибута(-ов) 1',
  tr: 'Kimlik|Tür|Stok kodu (SKU)|İsim|Yayımlanmış|Katalogda görünürlük|Açıklama|Stokta?|Stok|Yok satmaya izin?|İndirimli satış fiyatı|Normal fiyat|Kategoriler|Etiketler|Görseller|Ebeveyn|Konum|Nitelik 1 ismi|Nitelik 1 değer(ler)i',
}

/** A product with variations and one without, in the order of the titles. Prices have the decimal comma of most of these. */
const ROWS = [
  '7|simple|CUP|Cup|1|visible|Blue|1|4|1||9,50|Cups|new|https://images.example/a.jpg||2||',
  '45|variable||Tee|0|visible||1||0|||Tops||||1|Size|S, M',
  '46|variation|TEE-S|Tee S|1|visible||1|2|0|18,50|20,00||||id:45|0|Size|S',
  '47|variation|TEE-M|Tee M|1|visible||0||0||21||||id:45|1|Size|M',
].map(cellsOf)

const csv = (rows: readonly (readonly string[])[]) =>
  rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n')

/** The fields of the two products of a file of which nothing is refused or lost. */
async function read(rows: readonly (readonly string[])[]) {
  const planned = await plannedRows(csv(rows))
  expect(planned).toMatchObject([
    { faults: [], notes: [] },
    { faults: [], notes: [] },
  ])
  return planned.map(({ fields }) => fields)
}

const PRODUCTS = [
  {
    external_id: 'woo:7',
    name: 'Cup',
    description: 'Blue',
    category_id: 'cups',
    status: 'active',
    tags: ['new'],
    images: [{ url: 'https://images.example/a.jpg' }],
    sku: 'CUP',
    price: 950,
    quantity: 4,
    allow_backorder: true,
    position: 2,
  },
  {
    external_id: 'woo:45',
    name: 'Tee',
    category_id: 'tops',
    status: 'draft',
    options: [{ name: 'Size', values: ['S', 'M'] }],
    variants: [
      { sku: 'TEE-S', price: 1850, compare_at_price: 2000, quantity: 2 },
      { sku: 'TEE-M', price: 2100, compare_at_price: null, is_available: false },
    ],
  },
]

test.each(Object.entries(LANGUAGES))(
  'an export in the language %s is read as one in English',
  async (_, titles) => {
    expect(await read([cellsOf(titles), ...ROWS])).toMatchObject(PRODUCTS)
  },
)

test.each(Object.entries(TITLES))('each title of the column %s is of this column alone', (name, titles) => {
  for (const title of titles) expect([...findColumns([title], TITLES).keys()], title).toEqual([name])
})

/** The places of the columns of `ROWS` in a complete export, without a GTIN before the name. */
const PLACES = [0, 1, 2, 3, 4, 6, 8, 13, 14, 16, 24, 25, 26, 27, 29, 32, 38]

/** A complete export whose titles nobody knows: its columns, with the cells of `ROWS` at their places. */
function complete(attributes: readonly string[], hasGtin: boolean): string[][] {
  const titles = Array.from(
    { length: 39 },
    (_, n) => `Kol ${'abcdefghij'[n % 10]}${'klmn'[Math.floor(n / 10)]}`,
  )
  const rows = ROWS.map((row) => {
    const cells = titles.map((_, place) => row[PLACES.indexOf(place)] ?? '')
    const own = attributes.map(
      (title) => (/nimi/.test(title) ? row[17] : /arvo/.test(title) ? row[18] : '') ?? '',
    )
    return [...cells, ...own]
  })
  const all = [[...titles, ...attributes], ...rows]
  return hasGtin ? all.map((cells, n) => cells.toSpliced(3, 0, n === 0 ? 'GTIN' : '')) : all
}

const ATTRIBUTE = ['1 nimi', '1 arvo', '1 näkyvä', '1 yleinen']
test.each([
  ['', ATTRIBUTE, false],
  [' with a GTIN', ATTRIBUTE, true],
  [' with defaults of attributes', [...ATTRIBUTE, '1 oletus'], true],
  [' with downloads', ['1 lataus', '1 latauksen otsikko', '1 osoite', ...ATTRIBUTE], true],
])('a complete export in another language%s is known by its shape', async (_, attributes, hasGtin) => {
  expect(await read(complete(attributes, hasGtin))).toMatchObject(PRODUCTS)
})

test('of a complete export in another language the weight is read if its title has a unit', async () => {
  const [titles = [], cup = [], ...others] = complete(ATTRIBUTE, true)
  const rows = [cup.toSpliced(3, 1, '978-3-16-148410-0').toSpliced(19, 1, '0.25'), ...others]
  const trade = { gtin: '9783161484100', weight_grams: 250 }
  const [first] = await read([titles.toSpliced(19, 1, 'Paino (kg)'), ...rows])
  expect(first).toMatchObject(trade)
  const [without] = await read([titles, ...rows])
  expect(without).not.toHaveProperty('weight_grams')
})

test('rows that end before the columns of attributes and plug-ins are whole', async () => {
  const [titles = [], ...rows] = [cellsOf(LANGUAGES.de), ...ROWS]
  const short = rows.map((row) => (row[17] === '' ? row.slice(0, 17) : row))
  expect(await read([[...titles, 'Meta: _x'], ...short])).toMatchObject(PRODUCTS)
  const broken = [titles, ...rows.map((row) => (row[17] === '' ? row.slice(0, 16) : row))]
  const [refused] = await plannedRows(csv(broken))
  expect(refused).toMatchObject({
    line: 2,
    faults: [{ detail: expect.stringMatching(/^has 16 cells, and the header has 19/) }],
  })
})

test.each([
  ['GTIN, UPC, EAN oder ISBN', 'Marken'],
  ['GTIN, UPC, EAN ou ISBN', 'Marques'],
  ['GTIN, UPC, EAN o ISBN', 'Marcas'],
  ['GTIN, UPC, EAN, o ISBN', 'Marchi'],
  ['GTIN, UPC, EAN of ISBN', 'Merken'],
  ['GTIN, UPC, EAN lub ISBN', 'Marki'],
  ['GTIN, UPC, EAN, ou ISBN', 'Marcas'],
  ['GTIN, UPC, EAN или ISBN', 'Бренды'],
  ['GTIN, UPC, EAN veya ISBN', 'Markalar'],
])('the columns %j and %j are read', async (gtin, brand) => {
  const rows = [
    ['ID', 'Type', 'Name', 'Published', 'Regular price', gtin, brand],
    ['7', 'simple', 'Book', '1', '9.50', '978-3-16-148410-0', 'Halm'],
  ]
  const [book] = await plannedRows(csv(rows))
  expect(book).toMatchObject({ faults: [], fields: { gtin: '9783161484100', brand: 'Halm' } })
})

test.each([
  ['Weight (g)', '1.5', 2],
  ['Вес (кг)', '0.25', 250],
  ['Вес (унция)', '1', 28],
  ['Waga (funty)', '1', 454],
  ['Peso (onça)', '1', 28],
  ['Poids (livres)', '1', 454],
  ['Ağırlık (kg)', '0,0016', 2],
  ['Gewicht (kg)', '10000', 10_000_000],
])('in the column %s %s is %i g', async (weight, cell, weight_grams) => {
  const rows = [
    ['ID', 'Type', 'Name', 'Published', 'Regular price', weight],
    ['7', 'simple', 'Book', '1', '9.50', cell],
  ]
  expect((await plannedRows(csv(rows)))[0]).toMatchObject({ faults: [], notes: [], fields: { weight_grams } })
})
