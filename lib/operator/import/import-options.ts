import type { Delimiter } from '../../catalogue-files/read/csv-rows.ts'
import type { NewProduct } from '../../domain/products/product.ts'
import type { DuplicateSkus } from '../../import/duplicate-skus.ts'
import type { SaidOfPrices } from '../../import/read/price-scale.ts'
import type { StockUse } from '../../import/read/quantities.ts'
import type { FileFormat } from '../../import/read/source-file.ts'
import type { OnMissing } from '../../import/write/missing-products.ts'
import type { CommonOptions } from '../common-options.ts'

/** The options of `import`. */
export interface ImportCommandOptions extends CommonOptions, SaidOfPrices {
  business: string
  format?: FileFormat
  encoding?: string
  delimiter?: Delimiter
  map: string[]
  set: string[]
  groupBy?: string
  keepEmpty?: boolean
  status: NewProduct['status']
  stock: StockUse
  category?: string
  duplicateSkus: DuplicateSkus
  source?: string
  onMissing: OnMissing
  yes?: boolean
  report?: string
  redirects?: string
  allowUnkeyed?: boolean
  dryRun?: boolean
}
