/** The text of `import --help` below the options. */
export const IMPORT_NOTES = `A row is recognized by its external_id, a row without one by its SKU, and one with neither by its slug: the product that has
it is updated with the fields of the row; otherwise a product is created. So the same file can be imported again at any time;
with --stock set that brings back what was sold since. A row that breaks a rule is refused with its reasons, and the others
are imported. Nothing is written unless the whole file can be read.

The file is compressed before it is sent, and can then have 4,400 KB: about 24,000 products. The deployment imports it, whatever
happens to this machine. Ctrl-C cancels the import: products that were written before stay, and the same command can be run
again. One import of a shop runs at a time.

Refusals with the same reasons are one line; --report has all of them. Exit code: 0 if every row was imported, 3 if some were
refused, 1 if the import failed, 130 after Ctrl-C.`
