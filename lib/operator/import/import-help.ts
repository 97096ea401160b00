import { FIELD_READERS } from '../../import/read/field-readers.ts'

/** The text of `import --help` below the options. */
export const IMPORT_NOTES = `
A row is recognized by its external_id; without one by its sku or its first variant's; without any, by its slug. The
product that has it is updated with the fields of the row; if there is none, it is created. So you can import the
same file again at any time; with --stock set that brings back what was sold since. A row that breaks a rule is refused
with its reasons, and the others are imported. Nothing is written unless the whole file can be read.

Exports of products from Shopify and WooCommerce are recognized by their header and need no --map: rows with one handle, or
one parent, are one product with its variants, pictures and stock. An external_id begins with shopify: or woo:, or with the
name in --source. --map adds a column that is not read: --map 'metadata.seo=SEO Title'. A new product without a category gets
the category Uncategorized, or the one in --category. Whatever does not fit a product is left out, counted and named at the
end. Shopify's export of the inventory is read too: only the stock of existing products.

Fields:  ${Object.keys(FIELD_READERS).slice(0, 10).join(', ')},
         ${Object.keys(FIELD_READERS).slice(10, 20).join(', ')},
         ${Object.keys(FIELD_READERS).slice(20).join(', ')}, metadata.<key>
  A column fills the field with its name; case, spaces, _ and - do not matter: Compare At Price fills compare_at_price.
  --map fills a field from another column, or with nothing after the = leaves it out, and --set gives it one value in every
  row, whatever the file says. Other columns are ignored; a message lists them and suggests what to write. --group-by makes
  rows that share a cell variants of one product, with a column for each option: --map option:Size=size
  category      a name; if the category does not exist, it is created with an id made from the name
  category_id   the id of a category, instead of the id made from the name
  is_available  true, false, yes, no, y, n, in stock, out of stock, or a number such as a stock count: above 0 is available
  images        URLs, or objects {url, alt, width, height};  tags  texts.  In CSV with | or commas between them, images also
                with ; or one in each of IMAGE1 to IMAGE10. Anything except an https URL is left out. A picture without a
                size keeps the one stored for its URL
  description   in CSV a text with HTML tags becomes plain text
  status        draft, active, archived; also true, false, yes, no, y, n, 1, 0, -1, published, unpublished
  metadata      an object; in CSV one column for each key: metadata.colour, metadata.size
  currency      only compared: a row in a currency other than the business's is refused
  brand, mpn    a line of up to 70 characters;  condition  new, refurbished, used, also NewCondition of schema.org
  gtin          a GTIN: the 8, 12, 13 or 14 digits of an EAN, a UPC or an ISBN; spaces and hyphens are dropped
  weight_grams  a whole number of grams from 1 to 10000000. An invalid brand, mpn, condition, gtin or
                weight_grams is left out, counted and named at the end; the row is imported, and its product keeps its value
  options, variants  lists as in the body of POST /admin/products, in CSV as JSON in a cell, as tags, images, metadata
                and additional_categories can be. They replace the product's; a variant is recognized by its id, else its sku,
                else its option_values, and keeps its stock
  track_inventory, allow_backorder  true, false, yes, no, y, n, 1, 0;  low_stock_at  a number
  quantity      the first quantity of a product that is not tracked yet, which is tracked from then on. Existing stock
                keeps its quantity, so that a file does not bring back what was sold since: --stock set overwrites it, and with
                --stock ignore no stock changes, begins or ends

Prices are stored as whole numbers of the currency's minor unit. Prices in a JSON file are such numbers, unless you add
--prices decimal. In a CSV file they are decimal if one of them has decimals or a currency. If all are whole numbers, and
the currency has decimals, add --prices decimal if 80 means 80 dollars, --prices minor if it means 80 cents. 12.50,
$12.50, 1,299.00 and 12,50 € are understood. A row is refused if its price has two readings, as 1,299 does, or is not in the
currency of the business.

An empty cell of a CSV file clears the field of an existing product. Status, is_available, slug, quantity, track_inventory,
allow_backorder, options and variants stay as they are; an empty name, price or category is an error of the row. A new product
gets the default. To keep a field, leave out its column; to keep all, add --keep-empty. A name or price that is null in JSON
is an error of the row too.

--without-price draft imports rows without a price: a new product without one, or with none in any variant, becomes a
draft at price 0, and a new variant is not enabled; existing ones keep price and status. All are counted and named.

--on-missing archive or draft looks at the products whose external_id begins with the source, and changes the status of
those that are not in the file, after all others. It changes none if a row cannot be read or has no external_id, and the
import is refused if more than a third are missing, unless you add --yes.

--report writes one line of JSON for each product: row, line, outcome (created, updated, unchanged, refused, left_out),
name, external_id, slug, reasons and notes. On the terminal refusals with the same reasons share a line. An address (a
handle, or a slug in the file) that no product can have here is changed, and counted; --redirects writes a CSV file of old
and new ones.

Exit code: 0 if every row was imported, 3 if some were refused, 1 if the import failed, 130 after Ctrl-C.

Examples:
  npm run operator -- import catalogue.csv --business acme --prices decimal --dry-run
  gunzip < catalogue.csv.gz | npm run operator -- import - --business acme --prices decimal
  npm run operator -- import products_export.csv --business acme --dry-run
  npm run operator -- import nightly.csv --business acme --source erp --on-missing archive --report nightly.jsonl
  npm run operator -- import products.json --business acme --prices decimal \\
    --map name=title --map external_id=id --map is_available=stock`
